//! Memory hints to the operating system and the processor. They affect only speed.
#![cfg_attr(
    any(target_os = "linux", target_arch = "x86_64"),
    expect(unsafe_code, reason = "hints are given by addresses")
)]

use std::mem::MaybeUninit;

/// Allocates room for `count` values, in large pages if possible. Random reads from small pages would often wait for an
/// address translation (TLB miss).
pub(crate) fn room_in_large_pages<T>(count: usize) -> Vec<T> {
    let mut row = Vec::with_capacity(count);
    wish_for_large_pages(row.spare_capacity_mut());
    row
}

#[cfg(target_os = "linux")]
fn wish_for_large_pages<T>(room: &mut [MaybeUninit<T>]) {
    /// Required alignment of the range, a multiple of every system's small page size.
    const SMALL_PAGE: usize = 64 << 10;

    let begin = room.as_mut_ptr().cast::<u8>();
    let gap = begin.align_offset(SMALL_PAGE);
    if let Some(length) = size_of_val(room).checked_sub(gap) {
        // SAFETY: the range lies within memory that is ours, and the advice does not change its contents. A system
        // without large pages refuses it, and the pages stay small.
        unsafe { libc::madvise(begin.add(gap).cast(), length, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn wish_for_large_pages<T>(_room: &mut [MaybeUninit<T>]) {}

/// Prefetches a value into the processor's cache.
#[inline(always)]
pub(crate) fn fetch_soon<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: all x86-64 processors have the instruction, and it has no effect that the program can observe.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
