//! Library of games on the page: chunks in the browser's `IndexedDB`.

use std::cell::RefCell;

use js_sys::Uint8Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::game::storage::library_chunks::{ChunkedLibrary, Chunks, ChunksAnswer};
use crate::game::storage::library_store::LibraryProblem;
use crate::game::storage::store_error::StoreError;
use crate::library::LibraryError;

/// The library of all tabs, which the page keeps.
pub(crate) type BrowserLibrary = ChunkedLibrary<BrowserChunks>;

/// Maximum size of a library in bytes. The page's memory holds it twice while it is opened.
const MAX_BYTES: usize = 1 << 29;

/// Version of the database in `web/library.js`.
const DATABASE_VERSION: u32 = 1;

type Answer = Result<ChunksAnswer, LibraryProblem>;

thread_local! {
    /// The last answer of the page, which calls between frames.
    static ANSWER: RefCell<Option<Answer>> = const { RefCell::new(None) };
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = irogaeshi, js_name = readLibrary)]
    fn read_on_page(from: u32);

    #[wasm_bindgen(js_namespace = irogaeshi, js_name = appendToLibrary)]
    fn append_on_page(number: u32, chunks: Vec<Uint8Array>);
}

/// Delivers chunks of the library from a number on, and the number of the next one to append.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn library_read(first: u32, next: u32, chunks: Vec<Uint8Array>) {
    let length = chunks.iter().map(|chunk| chunk.length() as usize).fold(0, usize::saturating_add);
    if length > MAX_BYTES {
        return keep(Err(StoreError::TooLarge.into()));
    }
    let mut bytes = vec![0; length];
    let mut rest = bytes.as_mut_slice();
    for chunk in chunks {
        let (place, after) = rest.split_at_mut(chunk.length() as usize);
        chunk.copy_to(place);
        rest = after;
    }
    keep(Ok(ChunksAnswer::Read { first, next, bytes }));
}

/// Reports that the chunks were appended to the library.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn library_appended() {
    keep(Ok(ChunksAnswer::Appended));
}

/// Reports that the library cannot be read or appended to, with the browser's error.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn library_failed(reason: JsValue) {
    keep(Err(match reason.into() {
        // A later version of the page has changed the form of the database.
        StoreError::Other(name) if name == "VersionError" => LibraryError::NewerFormat(DATABASE_VERSION + 1).into(),
        error => LibraryProblem::Store(error),
    }));
}

fn keep(answer: Answer) {
    ANSWER.set(Some(answer));
}

/// The page's database. The game has one library, so that an answer belongs to its last request.
#[derive(Debug, Default)]
pub(crate) struct BrowserChunks;

impl Chunks for BrowserChunks {
    fn read(&mut self, from: u32) {
        read_on_page(from);
    }

    fn append(&mut self, number: u32, chunks: &[&[u8]]) {
        append_on_page(number, chunks.iter().map(|chunk| Uint8Array::from(*chunk)).collect());
    }

    fn answer(&mut self) -> Option<Answer> {
        ANSWER.take()
    }

    fn place(&self) -> String {
        "IndexedDB".to_owned()
    }
}
