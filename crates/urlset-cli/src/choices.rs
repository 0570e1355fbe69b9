//! `--deny` and `--allow`, in the order in which they were given.

use crate::exit::Failure;
use crate::list::every_rule;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use urlset::check::{Choice, Weights};
use urlset::query::nearest;

/// The two flags as they are shown; of what is in them the order is lost.
#[derive(Debug, Args)]
struct ChoiceFlags {
    /// Call these an error: a rule's id, or a group as `image/*`
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    deny: Vec<String>,
    /// Say nothing of these. A rule's id wins over its group, else the later of --deny and --allow
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    allow: Vec<String>,
}

/// What is said of rules, the first first.
#[derive(Debug, Default)]
pub(crate) struct Choices {
    /// `deny` or `allow`, and the rule or group.
    asked: Vec<(&'static str, String)>,
}

impl Choices {
    /// Notes all of them in the weights.
    pub(crate) fn weigh(&self, weights: &mut Weights) -> Result<(), Failure> {
        let choices = self.asked.iter().map(|(flag, text)| Ok((*flag, choice(flag, text)?)));
        // What is said of one rule wins over what is said of its group.
        let (groups, rules): (Vec<_>, Vec<_>) = choices
            .collect::<Result<Vec<_>, Failure>>()?
            .into_iter()
            .partition(|(_, choice)| matches!(choice, Choice::Group(_)));
        for (flag, choice) in groups.into_iter().chain(rules) {
            match flag {
                "deny" => weights.deny(choice),
                _ => weights.allow(choice),
            }
        }
        Ok(())
    }
}

fn choice(flag: &str, text: &str) -> Result<Choice, Failure> {
    let text = text.trim();
    Choice::parse(text, every_rule().into_iter()).map_err(|unknown| {
        let failure = Failure::usage(format!("--{flag} {text}: {unknown}"));
        match nearest(text, every_rule().into_iter().map(|rule| rule.id)) {
            Some(near) => failure.hint(format!("did you mean {near}?")),
            None => failure.hint("`urlset list rules` prints them all"),
        }
    })
}

impl FromArgMatches for Choices {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Choices, clap::Error> {
        let mut asked = Vec::new();
        for flag in ["deny", "allow"] {
            let places = matches.indices_of(flag).into_iter().flatten();
            let texts = matches.get_many::<String>(flag).into_iter().flatten();
            asked.extend(places.zip(texts).map(|(place, text)| (place, flag, text.clone())));
        }
        asked.sort_by_key(|(place, ..)| *place);
        Ok(Choices { asked: asked.into_iter().map(|(_, flag, text)| (flag, text)).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Choices::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Choices {
    fn augment_args(command: Command) -> Command {
        ChoiceFlags::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        ChoiceFlags::augment_args_for_update(command)
    }
}
