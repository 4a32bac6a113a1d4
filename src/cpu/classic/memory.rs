//! What the system and the processor are told about memory. These are hints: they change how long something takes, and
//! nothing else.
#![cfg_attr(
    any(target_os = "linux", target_arch = "x86_64"),
    expect(unsafe_code, reason = "hints are given by addresses")
)]

use std::mem::MaybeUninit;

/// Room for so many values in a row, in large pages where the system has them: whoever reads here and there in them
/// would else often wait for the address of a page to be looked up.
pub(crate) fn room_in_large_pages<T>(count: usize) -> Vec<T> {
    let mut row = Vec::with_capacity(count);
    wish_for_large_pages(row.spare_capacity_mut());
    row
}

#[cfg(target_os = "linux")]
fn wish_for_large_pages<T>(room: &mut [MaybeUninit<T>]) {
    /// What a range has to begin at a multiple of: no system has larger pages as its small ones.
    const SMALL_PAGE: usize = 64 << 10;

    let begin = room.as_mut_ptr().cast::<u8>();
    let gap = begin.align_offset(SMALL_PAGE);
    if let Some(length) = size_of_val(room).checked_sub(gap) {
        // SAFETY: the range lies within memory that is ours, and the advice changes nothing that is in it. A system
        // without large pages refuses it, and all goes on with small ones.
        unsafe { libc::madvise(begin.add(gap).cast(), length, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn wish_for_large_pages<T>(_room: &mut [MaybeUninit<T>]) {}

/// Has the processor fetch what will be read soon.
#[inline(always)]
pub(crate) fn fetch_soon<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: all x86-64 processors have the instruction, and it reads nothing that the program sees.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
