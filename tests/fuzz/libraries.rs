//! Files of libraries, and what people type to search them.

use irogaeshi::library::{Import, Library, NewGame, Query, Search};
use irogaeshi::notation::GameRecord;
use irogaeshi::rules::{Record, Variant};

use crate::mutation::{try_bytes, try_texts};

/// A file with changes of every kind.
fn seed() -> Vec<u8> {
    let mut library = Library::default();
    let mut file = library.empty_file();
    for key in ["classic", "octagon", "colour"] {
        let mut record = Record::new(Variant::built_in(key).expect("is built in"));
        let first = record.position().legal_squares().iter().next().expect("there is a move");
        record.play_squares(&[first]).expect("is legal");
        let game = GameRecord::new(record).with_names(|_| "Zoë".to_owned()).with_dates(Some(5), None);
        let adding = library.adding([NewGame::of(&game).in_collection("Mine").with_tags(["study"])]);
        let ids: Vec<_> = adding.added().collect();
        file.extend(adding.bytes());
        library.apply(&adding).expect("nothing else changes it");
        let changes: [&dyn Fn(&Library) -> irogaeshi::library::Change; 6] = [
            &|library| library.removing(ids.clone()),
            &|library| library.restoring(ids.clone()),
            &|library| library.naming(ids.clone(), "Title"),
            &|library| library.marking(ids.clone(), true),
            &|library| library.tagging(ids.clone(), "tag", true),
            &|library| library.moving(ids.clone(), "Other"),
        ];
        for change in changes {
            let change = change(&library);
            file.extend(change.bytes());
            library.apply(&change).expect("nothing else changes it");
        }
    }
    file
}

#[test]
fn libraries_are_opened_or_refused() {
    try_bytes("libraries", &[seed()], |bytes| {
        let Ok((library, opening)) = Library::open(bytes) else { return false };
        assert_eq!(opening.unfinished.end, bytes.len());
        for game in library.games() {
            if let Ok(record) = game.to_record() {
                assert_eq!(record.record().ply(), game.plies());
            }
        }
        let query = "zoe favourite pos:f5 sort:player".parse().expect("is a query");
        assert!(Search::whole(&library, query).found().len() <= library.len());
        let (again, opening) = Library::open(&library.compacted()).expect("it was written now");
        assert!(opening.damaged.is_empty() && opening.unfinished.is_empty());
        assert_eq!(again.len(), library.len());
        true
    });
}

#[test]
fn contents_of_frames_are_read_or_kept() {
    // A right checksum around any content.
    let frame = |bytes: &[u8]| {
        let kind = bytes.first().copied().unwrap_or_default() % 10;
        let content = bytes.get(1..).unwrap_or_default();
        let mut checked = (content.len() as u32).to_le_bytes().to_vec();
        checked.push(kind);
        checked.extend(content);
        let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        let sum = checked.iter().fold(0xcbf2_9ce4_8422_2325, step);
        [&[0xF5, 0xD6, 0xC3, 0xFF][..], &checked, &sum.to_le_bytes()].concat()
    };
    let file = seed();
    let mark = [0xF5, 0xD6, 0xC3, 0xFF];
    let begins: Vec<usize> = (0..file.len()).filter(|at| file[*at..].starts_with(&mark)).collect();
    let content = |begin: &usize| {
        let length = u32::from_le_bytes([file[begin + 4], file[begin + 5], file[begin + 6], file[begin + 7]]) as usize;
        file[begin + 8..begin + 9 + length].to_vec()
    };
    let seeds: Vec<Vec<u8>> = begins.iter().map(content).collect();
    try_bytes("frames", &seeds, |bytes| {
        let mut library = Library::open(&file).expect("is a library").0;
        let before = library.len();
        let opening = library.read_on(&frame(bytes));
        assert!(opening.damaged.is_empty() && opening.unfinished.is_empty());
        for game in library.games() {
            let _ = game.to_record();
        }
        let query = "pos:f5 opening:f5 date:..2000 sort:player".parse().expect("is a query");
        let _ = Search::whole(&library, query);
        let (again, opening) = Library::open(&library.compacted()).expect("it was written now");
        assert_eq!((again.len(), opening.unknown, opening.damaged.len()), (library.len(), opening.unknown, 0));
        opening.unknown == 0 || library.len() > before
    });
}

#[test]
fn queries_and_imports_are_read_or_refused() {
    let seeds = [
        "player:tamenori opponent:\"Brightwell Graham\" won:player date:1999-05..2005 sort:-date",
        "pos:f5d6c3 plies:..40 opening:tiger ending:open favourite tag:x in:y \"a \"\"b\"\"\"",
    ];
    try_texts("queries", &seeds.map(str::to_owned), |bytes| {
        let Ok(query) = String::from_utf8_lossy(bytes).parse::<Query>() else { return false };
        let again = query.to_string().parse::<Query>().expect("is read again");
        assert_eq!(again.to_string(), query.to_string());
        true
    });
    try_texts("imports", &["f5d6c3\nf5f6e6".to_owned()], |bytes| {
        let mut import = Import::of_text(String::from_utf8_lossy(bytes).into_owned());
        let mut library = Library::default();
        while !import.is_done() {
            let change = import.next_batch(&library, 100);
            library.apply(&change).expect("nothing else changes it");
            import.count(&change);
        }
        assert_eq!(import.added() + import.known() + import.unread(), import.total());
        import.added() > 0
    });
}
