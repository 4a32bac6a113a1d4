//! Replacement for loudspeakers: a pipe to which the sound system writes all samples.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::game::{Folder, Game};

/// 16-bit samples above this count as audible: -40 dB of full scale.
const HEARD: u16 = 328;

/// Loudspeakers that know whether a sound was played, and whether the game holds them open.
pub(crate) struct Loudspeakers {
    configuration: PathBuf,
    pipe: PathBuf,
    heard: Arc<AtomicBool>,
}

impl Loudspeakers {
    pub(crate) fn new(folder: &Folder) -> Self {
        let (configuration, pipe) = (folder.path("asound.conf"), folder.path("loudspeakers"));
        let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo is part of every Linux");
        assert!(made.success(), "a pipe can be made");
        // All samples go to the pipe, and nowhere from there.
        let words = format!(
            "pcm.!default {{ type file file \"{}\" format \"raw\" slave.pcm {{ type null }} }}\n",
            pipe.display()
        );
        fs::write(&configuration, words).expect("the folder can be written");
        let heard = Arc::new(AtomicBool::new(false));
        let (place, sounded) = (pipe.clone(), Arc::clone(&heard));
        // The thread ends when the game has closed its end of the pipe.
        thread::spawn(move || {
            let Ok(mut pipe) = File::open(place) else { return };
            let mut samples = [0; 4096];
            while let Ok(read @ 1..) = pipe.read(&mut samples) {
                let is_loud = |sample: &[u8]| i16::from_le_bytes([sample[0], sample[1]]).unsigned_abs() > HEARD;
                if samples[..read].chunks_exact(2).any(is_loud) {
                    sounded.store(true, Ordering::Relaxed);
                }
            }
        });
        Self { configuration, pipe, heard }
    }

    /// ALSA configuration that redirects sounds here.
    pub(crate) fn configuration(&self) -> &Path {
        &self.configuration
    }

    /// Returns whether anything audible was played.
    pub(crate) fn have_sounded(&self) -> bool {
        self.heard.load(Ordering::Relaxed)
    }

    /// Returns whether the game holds them open.
    pub(crate) fn are_open(&self, game: &Game) -> bool {
        let files = fs::read_dir(format!("/proc/{}/fd", game.process_id())).expect("the game is running");
        files.filter_map(Result::ok).any(|file| fs::read_link(file.path()).is_ok_and(|target| target == self.pipe))
    }
}
