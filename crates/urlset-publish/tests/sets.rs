//! Sets that are published, refused and taken back, without faults of the system.
#![allow(
    clippy::unwrap_used,
    reason = "clippy allows them in test functions, not in what these share"
)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use urlset_publish::{Change, Equal, Error, Finale, Manner, Options, Outcome, Pending, Plan, Set};

fn options() -> Options {
    let lock = Some(Duration::from_millis(50));
    Options { make_folders: true, lock, ..Options::default() }
}

/// Everything in a folder and below, with its text.
fn tree(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap().map(Result::unwrap) {
            let path = entry.path();
            let name = path.strip_prefix(folder).unwrap().display().to_string();
            if path.is_dir() {
                found.push((format!("{name}/"), String::new()));
                folders.push(path);
            } else {
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

fn texts(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}

fn lay(folder: &Path, files: &[(&str, &str)]) {
    fs::create_dir_all(folder).unwrap();
    files.iter().for_each(|(name, text)| fs::write(folder.join(name), text).unwrap());
}

fn draft(set: &Set, path: &Path, text: &str) {
    let mut draft = set.create(path).unwrap();
    draft.write_all(text.as_bytes()).unwrap();
    draft.finish().unwrap();
}

/// Publishes files of fixed names; the last is the index.
fn publish(
    folder: &Path,
    files: &[(&str, &str)],
    prune: &[&str],
    options: Options,
) -> Result<Outcome, Error> {
    let set = Set::begin(options);
    for (name, text) in files {
        let mut draft = set.create(&folder.join(name))?;
        draft.write_all(text.as_bytes()).unwrap();
        draft.finish()?;
    }
    let prune: Vec<PathBuf> = prune.iter().map(|name| folder.join(name)).collect();
    let index: Vec<PathBuf> = files.last().map(|(name, _)| folder.join(name)).into_iter().collect();
    set.commit(Finale { index: &index, prune: &prune })
}

fn changes(outcome: &Outcome) -> Vec<Change> {
    assert!(outcome.trouble.is_empty(), "{:?}", outcome.trouble);
    outcome.files.iter().map(|file| file.change).collect()
}

/// What tells a file from its replacement.
fn stamp(path: &Path) -> String {
    let known = path.metadata().unwrap();
    #[cfg(unix)]
    let number = std::os::unix::fs::MetadataExt::ino(&known);
    #[cfg(not(unix))]
    let number = 0;
    format!("{number} {:?}", known.modified().unwrap())
}

fn named(set: &Set, folder: &Path, text: &str, digits: usize) -> Result<PathBuf, Error> {
    let mut draft = set.create_in(folder)?;
    draft.write_all(text.as_bytes()).unwrap();
    set.name(draft.finish()?, digits, |hash| folder.join(format!("{hash}.xml")))
}

#[test]
fn names_by_content() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("deep/er");
    let index = folder.join("index.xml");
    let run = |texts: &[&str], prune: &[PathBuf]| {
        let set = Set::begin(options());
        let paths: Vec<PathBuf> =
            texts.iter().map(|text| named(&set, &folder, text, 8).unwrap()).collect();
        draft(&set, &index, &texts.concat());
        (set.commit(Finale { index: std::slice::from_ref(&index), prune }).unwrap(), paths)
    };
    let (outcome, first) = run(&["one", "two"], &[]);
    assert_eq!(outcome.manner, Manner::ByRename);
    assert_eq!(changes(&outcome), [Written; 3]);
    let before = stamp(&first[1]);
    // What is pruned and in the set stays.
    let (outcome, second) = run(&["two", "three"], &first);
    assert_eq!(outcome.manner, Manner::ByRename);
    use Change::{Removed, Replaced, Unchanged, Written};
    assert_eq!(changes(&outcome), [Unchanged, Written, Replaced, Removed]);
    assert_eq!(stamp(&first[1]), before);
    assert_eq!(first[1], second[0]);
    let mut wanted = vec![
        (second[0].file_name().unwrap().to_str().unwrap().to_owned(), "two".to_owned()),
        (second[1].file_name().unwrap().to_str().unwrap().to_owned(), "three".to_owned()),
        ("index.xml".to_owned(), "twothree".to_owned()),
    ];
    wanted.sort();
    assert_eq!(tree(&folder), wanted);
}

#[test]
fn a_name_that_is_taken_gets_longer() {
    let home = tempfile::tempdir().unwrap();
    let set = Set::begin(options());
    let name = |text: &str| {
        let mut draft = set.create_in(home.path()).unwrap();
        draft.write_all(text.as_bytes()).unwrap();
        let finished = draft.finish().unwrap();
        let hash = finished.hash().unwrap();
        (hash.clone(), set.name(finished, 8, |hash| home.path().join(hash)))
    };
    // Somebody else's file stands under the short name.
    let hash = {
        let draft = set.create_in(home.path()).unwrap();
        draft.finish().unwrap().hash().unwrap()
    };
    assert_eq!(hash, "ef46db3751d8e999");
    fs::write(home.path().join("ef46db37"), "other").unwrap();
    let (_, path) = name("");
    assert_eq!(path.unwrap(), home.path().join("ef46db3751d8"));
    // The same content twice.
    assert!(matches!(name("").1, Err(Error::Twice(_))));
    let all = |_: &str| home.path().join("ef46db37");
    let finished = set.create_in(home.path()).unwrap().finish().unwrap();
    assert!(matches!(set.name(finished, 8, all), Err(Error::Collision(_))));
    drop(set);
    assert_eq!(tree(home.path()), texts(&[("ef46db37", "other")]));
}

#[test]
fn a_folder_of_its_own_is_exchanged() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("out");
    lay(&folder, &[("1.xml", "a"), ("2.xml", "b"), ("3.xml", "c"), ("index.xml", "1 2 3")]);
    let kept = stamp(&folder.join("1.xml"));
    let new = [("1.xml", "a"), ("2.xml", "B"), ("4.xml", "d"), ("index.xml", "1 2 4")];
    let bytes = Options { equal: Equal::Bytes, ..options() };
    let outcome = publish(&folder, &new, &["3.xml"], bytes).unwrap();
    assert_eq!(outcome.manner, Manner::ByExchange);
    use Change::{Removed, Replaced, Unchanged, Written};
    assert_eq!(changes(&outcome), [Unchanged, Replaced, Written, Replaced, Removed]);
    assert_eq!(stamp(&folder.join("1.xml")), kept);
    assert_eq!(tree(&folder), texts(&new));
    assert_eq!(tree(home.path()).len(), 5);
}

#[test]
fn a_folder_with_others_in_it_is_not() {
    let home = tempfile::tempdir().unwrap();
    let old = [("1.xml", "a"), ("2.xml", "b"), ("index.xml", "1 2"), ("robots.txt", "mine")];
    lay(home.path(), &old);
    let new = [("1.xml", "A"), ("3.xml", "c"), ("index.xml", "1 3")];
    let outcome = publish(home.path(), &new, &["2.xml"], options()).unwrap();
    assert_eq!(outcome.manner, Manner::FileByFile);
    let now = [("1.xml", "A"), ("3.xml", "c"), ("index.xml", "1 3"), ("robots.txt", "mine")];
    assert_eq!(tree(home.path()), texts(&now));
}

#[test]
fn a_new_folder_appears_whole_without_an_index() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("deep/out");
    let set = Set::begin(options());
    ["a", "b"].iter().for_each(|name| draft(&set, &folder.join(name), name));
    let outcome = set.commit(Finale::default()).unwrap();
    assert_eq!(outcome.manner, Manner::ByExchange);
    assert_eq!(changes(&outcome), [Change::Written; 2]);
    assert_eq!(tree(&folder), texts(&[("a", "a"), ("b", "b")]));
    assert_eq!(tree(home.path()).len(), 4);
}

#[test]
fn several_folders_have_one_commit_point() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    let run = |word: &str, prune: &[PathBuf]| {
        let set = Set::begin(options());
        let shards = ["shop", "news"].map(|folder| named(&set, &at(folder), word, 16).unwrap());
        draft(&set, &at("index.xml"), word);
        let outcome = set.commit(Finale { index: &[at("index.xml")], prune }).unwrap();
        assert_eq!(outcome.manner, Manner::ByRename);
        assert!(outcome.trouble.is_empty());
        shards
    };
    let old = run("one", &[]);
    run("two", &old);
    let found = tree(home.path());
    assert_eq!(found.iter().filter(|(_, text)| text == "two").count(), 3);
    assert_eq!(found.len(), 5);
}

#[test]
fn the_plan_is_kept() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("out");
    let paths = |names: &[&str]| names.iter().map(|name| folder.join(name)).collect::<Vec<_>>();
    let manner = |files: &[&str], index: &[&str], prune: &[&str], by_content: bool| {
        let (files, index, prune) = (paths(files), paths(index), paths(prune));
        Plan { files: &files, by_content, index: &index, prune: &prune, ..Plan::default() }.manner()
    };
    assert_eq!(manner(&["1", "2"], &["i"], &[], false), Manner::ByRename);
    assert_eq!(manner(&["1", "2"], &[], &[], false), Manner::ByExchange);
    lay(&folder, &[("1", ""), ("2", ""), ("i", "")]);
    assert_eq!(manner(&["3", "4"], &["i"], &[], false), Manner::ByRename);
    assert_eq!(manner(&["1", "4"], &["i"], &[], true), Manner::ByRename);
    assert_eq!(manner(&["1"], &[], &[], false), Manner::ByRename);
    assert_eq!(manner(&["1", "4"], &["i"], &["2"], false), Manner::ByExchange);
    assert_eq!(manner(&["1", "4"], &["i"], &[], false), Manner::FileByFile);
    assert_eq!(manner(&["1", "2", "sub/4"], &["i"], &[], false), Manner::FileByFile);
}

#[test]
fn dropped_means_nothing_happened() {
    let home = tempfile::tempdir().unwrap();
    lay(home.path(), &[("1.xml", "a")]);
    let set = Set::begin(options());
    draft(&set, &home.path().join("1.xml"), "b");
    draft(&set, &home.path().join("new/2.xml"), "b");
    named(&set, &home.path().join("new"), "c", 4).unwrap();
    let unfinished = set.create(&home.path().join("other/deep/3.xml")).unwrap();
    assert_eq!(tree(home.path()).len(), 8);
    drop(set);
    drop(unfinished);
    assert_eq!(tree(home.path()), texts(&[("1.xml", "a")]));
}

#[test]
fn an_error_takes_everything_back() {
    let home = tempfile::tempdir().unwrap();
    let old = [("1.xml", "a"), ("2.xml", "b"), ("index.xml", "1 2"), ("z", "")];
    lay(home.path(), &old);
    let set = Set::begin(options());
    for name in ["1.xml", "2.xml", "3.xml", "index.xml"] {
        draft(&set, &home.path().join(name), "new");
    }
    // A folder where the index must go.
    let index = home.path().join("index.xml");
    fs::remove_file(&index).unwrap();
    fs::create_dir(&index).unwrap();
    set.commit(Finale { index: std::slice::from_ref(&index), prune: &[] }).unwrap_err();
    fs::remove_dir(&index).unwrap();
    fs::write(&index, "1 2").unwrap();
    assert_eq!(tree(home.path()), texts(&old));
}

#[test]
fn nothing_is_clobbered() {
    let home = tempfile::tempdir().unwrap();
    lay(home.path(), &[("2.xml", "b")]);
    let careful = Options { no_clobber: true, ..options() };
    let error = publish(home.path(), &[("1.xml", ""), ("2.xml", "")], &[], careful.clone());
    assert!(matches!(error, Err(Error::Taken(_))));
    // Somebody makes the file meanwhile.
    let set = Set::begin(careful.clone());
    let paths = ["1.xml", "3.xml", "4.xml"].map(|name| home.path().join(name));
    paths.iter().for_each(|path| draft(&set, path, "new"));
    fs::write(&paths[2], "theirs").unwrap();
    let error = set.commit(Finale { index: &paths[2..], prune: &[] });
    assert!(matches!(error, Err(Error::Taken(path)) if path == paths[2]));
    assert_eq!(tree(home.path()), texts(&[("2.xml", "b"), ("4.xml", "theirs")]));
    let new = [("1.xml", "x"), ("3.xml", "y")];
    let outcome = publish(home.path(), &new, &[], careful.clone()).unwrap();
    assert_eq!(changes(&outcome), [Change::Written; 2]);
    assert_eq!(tree(home.path()).len(), 4);
    // An exchange of the folder would do it, too.
    let folder = home.path().join("new");
    let set = Set::begin(careful);
    let paths = ["1", "2"].map(|name| folder.join(name));
    let manner = |no_clobber: bool| Plan { files: &paths, no_clobber, ..Plan::default() }.manner();
    assert_eq!([true, false].map(manner), [Manner::FileByFile, Manner::ByExchange]);
    paths.iter().for_each(|path| draft(&set, path, "ours"));
    fs::write(&paths[0], "theirs").unwrap();
    let error = set.commit(Finale::default());
    assert!(matches!(error, Err(Error::Taken(path)) if path == paths[0]));
    assert_eq!(tree(&folder), texts(&[("1", "theirs")]));
}

#[test]
fn only_names_by_content_need_a_hash() {
    let home = tempfile::tempdir().unwrap();
    let set = Set::begin(options());
    let hash = |draft: urlset_publish::Draft| draft.finish().unwrap().hash();
    assert!(hash(set.create_in(home.path()).unwrap()).is_some());
    assert_eq!(hash(set.create(&home.path().join("a")).unwrap()), None);
}

#[test]
fn a_set_may_be_locked_before_it_is_made() {
    let home = tempfile::tempdir().unwrap();
    let set = Set::begin(options());
    set.lock(home.path()).unwrap();
    set.lock(&home.path().join("none")).unwrap();
    assert!(!home.path().join("none").exists());
    let other = Set::begin(options());
    assert!(matches!(other.lock(home.path()), Err(Error::Busy(_))));
    draft(&set, &home.path().join("a"), "mine");
    set.commit(Finale::default()).unwrap();
    other.lock(home.path()).unwrap();
}

#[test]
fn a_folder_is_held_before_there_is_one() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("a/b");
    let set = Set::begin(options());
    set.hold(&folder).unwrap();
    let other = Set::begin(options());
    assert!(matches!(other.hold(&folder), Err(Error::Busy(path)) if path == folder));
    // It goes with a set that is taken back, and with one of which nothing becomes visible.
    drop(set);
    assert_eq!(tree(home.path()), []);
    other.hold(&folder).unwrap();
    other.commit(Finale::default()).unwrap();
    assert_eq!(tree(home.path()), []);
    let set = Set::begin(options());
    set.hold(&folder).unwrap();
    draft(&set, &folder.join("a"), "mine");
    set.commit(Finale::default()).unwrap();
    assert_eq!(tree(&folder), texts(&[("a", "mine")]));
}

#[test]
fn one_name_twice_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let set = Set::begin(options());
    let _one = set.create(&home.path().join("a")).unwrap();
    assert!(matches!(set.create(&home.path().join("./a")), Err(Error::Twice(_))));
}

#[test]
fn a_second_run_is_refused_while_the_first_works() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("out");
    let first = Set::begin(options());
    draft(&first, &folder.join("a"), "first");
    let refused = Set::begin(options()).create(&folder.join("b")).unwrap_err();
    assert!(matches!(&refused, Error::Busy(path) if *path == folder));
    // A lone file is no set: it does not wait.
    draft(&Set::begin(Options::default()), &folder.join("c"), "");
    let patient = Options { lock: Some(Duration::from_secs(20)), ..options() };
    let path = folder.join("a");
    let second = std::thread::spawn(move || publish(&folder, &[("a", "second")], &[], patient));
    std::thread::sleep(Duration::from_millis(100));
    first.commit(Finale::default()).unwrap();
    second.join().unwrap().unwrap();
    assert_eq!(fs::read_to_string(path).unwrap(), "second");
}

#[test]
fn who_waited_finds_the_exchanged_folder() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("out");
    lay(&folder, &[("a", "0"), ("b", "0"), ("i", "0")]);
    let first = Set::begin(options());
    ["a", "b", "i"].iter().for_each(|name| draft(&first, &folder.join(name), "1"));
    let patient = Options { lock: Some(Duration::from_secs(20)), ..options() };
    let new = [("a", "2"), ("b", "2"), ("i", "2")];
    std::thread::scope(|scope| {
        let (working, works) = std::sync::mpsc::channel();
        let (folder, index) = (&folder, [folder.join("i")]);
        let second = scope.spawn({
            let index = index.clone();
            move || {
                let set = Set::begin(patient);
                new.iter().for_each(|(name, text)| draft(&set, &folder.join(name), text));
                working.send(()).unwrap();
                std::thread::sleep(Duration::from_millis(200));
                set.commit(Finale { index: &index, prune: &[] }).unwrap().manner
            }
        });
        std::thread::sleep(Duration::from_millis(100));
        let outcome = first.commit(Finale { index: &index, prune: &[] }).unwrap();
        assert_eq!(outcome.manner, Manner::ByExchange);
        works.recv().unwrap();
        // The lock is that of the folder that stands there now.
        let third = Set::begin(options()).create(&folder.join("a"));
        assert!(matches!(third, Err(Error::Busy(_))));
        assert_eq!(second.join().unwrap(), Manner::ByExchange);
    });
    assert_eq!(tree(&folder), texts(&new));
    assert_eq!(tree(home.path()).len(), 4);
}

#[test]
fn a_signal_takes_back_all_sets() {
    let home = tempfile::tempdir().unwrap();
    let pending = Pending::default();
    let shared = Options { pending: pending.clone(), ..options() };
    let sets = ["one/a", "two/b"].map(|path| {
        let set = Set::begin(shared.clone());
        draft(&set, &home.path().join(path), "x");
        set
    });
    drop(pending.take_back());
    assert_eq!(tree(home.path()), []);
    drop(sets);
}

#[cfg(unix)]
#[test]
fn links_stay_links_and_modes_are_plain() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let home = tempfile::tempdir().unwrap();
    let real = home.path().join("real");
    lay(&real, &[("a", "1"), ("b", "1"), ("i", "1")]);
    fs::set_permissions(&real, fs::Permissions::from_mode(0o751)).unwrap();
    let folder = home.path().join("link");
    symlink("real", &folder).unwrap();
    let new = [("a", "2"), ("b", "2"), ("i", "2")];
    let outcome = publish(&folder, &new, &[], options()).unwrap();
    assert_eq!(outcome.manner, Manner::ByExchange);
    assert!(folder.is_symlink());
    assert_eq!(tree(&real), texts(&new));
    assert_eq!(real.metadata().unwrap().permissions().mode() & 0o7777, 0o751);
    let plain = home.path().join("plain");
    fs::write(&plain, "").unwrap();
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode();
    assert_eq!(mode(&real.join("a")), mode(&plain));
    // A link that is a file of the set: what it leads to is written.
    symlink("real/a", home.path().join("a")).unwrap();
    publish(home.path(), &[("a", "3")], &[], options()).unwrap();
    assert!(home.path().join("a").is_symlink());
    assert_eq!(fs::read_to_string(real.join("a")).unwrap(), "3");
}

#[test]
fn equal_content_is_left_alone() {
    let home = tempfile::tempdir().unwrap();
    let files = [("a", "1"), ("i", "1")];
    lay(home.path(), &files);
    let before = files.map(|(name, _)| stamp(&home.path().join(name)));
    let lazy = Options { equal: Equal::Bytes, ..options() };
    let outcome = publish(home.path(), &files, &[], lazy).unwrap();
    assert_eq!(changes(&outcome), [Change::Unchanged; 2]);
    assert_eq!(files.map(|(name, _)| stamp(&home.path().join(name))), before);
    let outcome = publish(home.path(), &files, &[], options()).unwrap();
    assert_eq!(changes(&outcome), [Change::Replaced; 2]);
}

#[cfg(unix)]
#[test]
fn a_device_is_never_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let [socket, link] = ["socket", "link"].map(|name| folder.path().join(name));
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    std::os::unix::fs::symlink("socket", &link).unwrap();
    let set = Set::begin(Options::default());
    for path in [&socket, &link] {
        let error = set.create(path).unwrap_err().to_string();
        assert!(error.ends_with("could not be replaced: it is no regular file"), "{error}");
    }
}
