//! Loudspeakers of a computer: a thread computes and mixes sounds, and a stream is open only while there are any.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bevy::log::warn;
use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{FromSample, SampleFormat, SizedSample, StreamConfig};

use crate::game::audio::mixer::{Mixer, Voice, resampled};
use crate::game::audio::output::{Note, Output};
use crate::sound::{SAMPLE_RATE, samples};

/// Time for which a stream stays open after the last sound, because the next one often follows soon.
const IDLE_TIMEOUT: Duration = Duration::from_secs(4);
/// Time until a missing device is looked for again.
const RETRY: Duration = Duration::from_secs(30);

/// The loudspeakers. Thread and stream do not exist before the first sound.
#[derive(Default)]
pub(super) struct Loudspeakers {
    orders: Option<Sender<Order>>,
    /// True if the thread could not be started.
    has_failed: bool,
}

enum Order {
    /// Plays notes, whose times count from this moment.
    Play(Vec<Note>, Instant),
    Forget,
    Silence,
}

impl Loudspeakers {
    fn send(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // The receiver exists as long as this sender.
            orders.send(order).ok();
        }
    }
}

impl Output for Loudspeakers {
    fn play(&mut self, notes: Vec<Note>) {
        if self.orders.is_none() && !self.has_failed {
            let (orders, received) = channel();
            match thread::Builder::new().name("sound".to_owned()).spawn(move || serve(&received)) {
                Ok(_) => self.orders = Some(orders),
                Err(error) => {
                    self.has_failed = true;
                    warn!("There is no sound: no thread can be started: {error}");
                }
            }
        }
        self.send(Order::Play(notes, Instant::now()));
    }

    fn forget(&mut self) {
        self.send(Order::Forget);
    }

    fn silence(&mut self) {
        self.send(Order::Silence);
    }
}

/// Handles orders until the game ends.
fn serve(orders: &Receiver<Order>) {
    // ALSA would print to the terminal why there is no device. If the handler cannot be installed, it still does.
    #[cfg(target_os = "linux")]
    let _unheard = alsa::Output::local_error_handler();
    let mut device = Device::default();
    loop {
        let order = match &device.stream {
            // Without a stream there is nothing to close, so the thread waits for orders only.
            None => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(stream) => {
                orders.recv_timeout((stream.heard_until + IDLE_TIMEOUT).saturating_duration_since(Instant::now()))
            }
        };
        match order {
            Ok(Order::Play(notes, asked)) => device.play(&notes, asked),
            Ok(Order::Forget) => device.with_mixer(Mixer::forget),
            Ok(Order::Silence) => device.with_mixer(Mixer::silence),
            Err(RecvTimeoutError::Timeout) => device.stream = None,
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// The audio device, opened when it is needed.
#[derive(Default)]
struct Device {
    stream: Option<Stream>,
    /// Time of the last failure to open a device.
    failed: Option<Instant>,
    has_warned: bool,
}

impl Device {
    fn play(&mut self, notes: &[Note], asked: Instant) {
        // A new device may have replaced one that is gone.
        self.stream.take_if(|stream| stream.is_broken.load(Ordering::Relaxed));
        if self.stream.is_none() && self.failed.is_none_or(|failed| failed.elapsed() >= RETRY) {
            match Stream::open() {
                Ok(stream) => (self.stream, self.failed) = (Some(stream), None),
                Err(reason) => {
                    self.failed = Some(Instant::now());
                    if !self.has_warned {
                        warn!("There is no sound: {reason}");
                    }
                    self.has_warned = true;
                }
            }
        }
        if let Some(stream) = &mut self.stream {
            stream.play(notes, asked);
        }
    }

    fn with_mixer(&self, change: impl FnOnce(&mut Mixer)) {
        if let Some(stream) = &self.stream {
            change(&mut lock(&stream.mixer));
        }
    }
}

/// An open stream; dropping it closes it.
struct Stream {
    mixer: Arc<Mutex<Mixer>>,
    /// End of the last sound.
    heard_until: Instant,
    rate: u32,
    is_broken: Arc<AtomicBool>,
    _open: cpal::Stream,
}

impl Stream {
    fn open() -> Result<Self, cpal::Error> {
        let device = cpal::default_host().default_output_device().ok_or(cpal::ErrorKind::DeviceNotAvailable)?;
        let usual = device.default_output_config()?;
        // Prefers the sample rate of the sounds, if the device supports it.
        let own_rate = device.supported_output_configs()?.find_map(|range| {
            let fits = range.sample_format() == usual.sample_format() && range.channels() == usual.channels();
            range.try_with_sample_rate(SAMPLE_RATE).filter(|_| fits)
        });
        let chosen = own_rate.unwrap_or(usual);
        let (format, config) = (chosen.sample_format(), chosen.config());
        let mixer = Arc::new(Mutex::new(Mixer::new(config.sample_rate)));
        let is_broken = Arc::new(AtomicBool::new(false));
        let (feed, broken) = (Arc::clone(&mixer), Arc::clone(&is_broken));
        let stream = match format {
            SampleFormat::F32 => build_stream::<f32>(&device, config, feed, broken),
            SampleFormat::I32 => build_stream::<i32>(&device, config, feed, broken),
            SampleFormat::I16 => build_stream::<i16>(&device, config, feed, broken),
            SampleFormat::U16 => build_stream::<u16>(&device, config, feed, broken),
            SampleFormat::U8 => build_stream::<u8>(&device, config, feed, broken),
            _ => Err(cpal::ErrorKind::UnsupportedConfig.into()),
        }?;
        stream.play()?;
        Ok(Self { mixer, heard_until: Instant::now(), rate: config.sample_rate, is_broken, _open: stream })
    }

    /// Plays notes as one group, so that the intervals between them are exact.
    fn play(&mut self, notes: &[Note], asked: Instant) {
        let computed: Vec<_> =
            notes.iter().map(|note| resampled(samples(note.sound, note.variation), self.rate)).collect();
        let late = asked.elapsed();
        let voices = notes.iter().zip(computed).map(|(note, samples)| Voice {
            samples,
            begins_in: note.begins_in.saturating_sub(late),
            gain: note.gain,
        });
        lock(&self.mixer).add(voices.collect());
        let lasts = |note: &Note| note.begins_in + Duration::from_secs_f32(note.sound.seconds());
        let longest = notes.iter().map(lasts).max().unwrap_or_default();
        self.heard_until = self.heard_until.max(Instant::now() + longest);
    }
}

fn lock(mixer: &Mutex<Mixer>) -> MutexGuard<'_, Mixer> {
    // A panic cannot leave the mixer inconsistent, because each sample is complete in itself.
    mixer.lock().unwrap_or_else(PoisonError::into_inner)
}

fn build_stream<T: SizedSample + FromSample<f32>>(
    device: &cpal::Device,
    config: StreamConfig,
    mixer: Arc<Mutex<Mixer>>,
    is_broken: Arc<AtomicBool>,
) -> Result<cpal::Stream, cpal::Error> {
    let channels = usize::from(config.channels).max(1);
    let mut sum = Vec::new();
    device.build_output_stream(
        config,
        move |frames: &mut [T], _| {
            sum.resize(frames.len() / channels, 0.0);
            lock(&mixer).fill(&mut sum);
            for (frame, sample) in frames.chunks_mut(channels).zip(&sum) {
                frame.fill(T::from_sample(*sample));
            }
        },
        move |error| {
            use cpal::ErrorKind::{DeviceChanged, RealtimeDenied, Xrun};
            // The stream recovers from these errors by itself.
            if !matches!(error.kind(), DeviceChanged | Xrun | RealtimeDenied) {
                is_broken.store(true, Ordering::Relaxed);
            }
        },
        None,
    )
}
