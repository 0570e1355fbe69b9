//! What a whole process costs.

use crate::Outcome;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use wait4::Wait4;

/// What a process cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// Processor time, its own and the kernel's for it.
    pub(crate) cpu: Duration,
    pub(crate) wall: Duration,
    /// The most memory that was resident, in bytes. A child begins with what its parent had when
    /// it was split off, so whoever measures must be small itself.
    pub(crate) resident: u64,
}

/// Runs a process to its end; one that fails has no cost.
pub(crate) fn run(command: &mut Command) -> Outcome<Cost> {
    match ended(command)? {
        (cost, Some(0)) => Ok(cost),
        (_, code) => {
            let program = command.get_program().display();
            Err(match code {
                Some(code) => format!("{program} ended with {code}"),
                None => format!("{program} was killed"),
            }
            .into())
        }
    }
}

/// Runs a process to its end, however it ends: with its exit code, `None` where a signal ended it.
pub(crate) fn ended(command: &mut Command) -> Outcome<(Cost, Option<i32>)> {
    // A process begins with the peak of the one that it was split off; making the inputs may have
    // taken many GB. 5 sets the peak back to what is in use (proc_pid_clear_refs(5)).
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    let used = child.wait4()?;
    let wall = start.elapsed();
    let cpu = used.rusage.utime + used.rusage.stime;
    Ok((Cost { cpu, wall, resident: used.rusage.maxrss }, used.status.code()))
}

/// The time in the middle of both kinds, with the most memory of all.
pub(crate) fn median(costs: &[Cost]) -> Option<Cost> {
    let middle = |time: fn(&Cost) -> Duration| {
        let mut times: Vec<Duration> = costs.iter().map(time).collect();
        times.sort();
        times.get(times.len() / 2).copied()
    };
    let resident = costs.iter().map(|cost| cost.resident).max()?;
    Some(Cost { cpu: middle(|cost| cost.cpu)?, wall: middle(|cost| cost.wall)?, resident })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_and_the_most() {
        let cost = |cpu, wall, resident| Cost {
            cpu: Duration::from_millis(cpu),
            wall: Duration::from_millis(wall),
            resident,
        };
        let found = median(&[cost(30, 30, 1), cost(10, 50, 9), cost(20, 40, 3)]).unwrap();
        let Cost { cpu, wall, resident } = found;
        assert_eq!((cpu.as_millis(), wall.as_millis(), resident), (20, 40, 9));
        assert!(median(&[]).is_none());
    }

    #[test]
    fn a_process_that_works_costs_time() {
        let cost = run(
            Command::new("sh").args(["-c", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"])
        );
        let cost = cost.unwrap();
        assert!(cost.cpu > Duration::ZERO && cost.resident > 100_000, "{cost:?}");
        assert!(run(Command::new("sh").args(["-c", "exit 3"])).is_err());
    }
}
