//! Library of games on the page: changes in the browser's IndexedDB.
