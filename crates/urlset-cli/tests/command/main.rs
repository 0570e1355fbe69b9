//! The built command, run as a user runs it.

mod exit_codes;
mod findings;
mod inputs;
mod outputs;
mod run;
