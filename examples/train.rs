use irogaeshi::cpu::classic::{training::*, *};
use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;
fn load(path: &str) -> Evaluation {
    let bytes = std::fs::read(path).unwrap();
    if let Ok(e) = Evaluation::read(&bytes) {
        return e;
    }
    let values: Vec<i16> = bytes.chunks_exact(2).map(|b| i16::from_le_bytes([b[0], b[1]])).collect();
    let n = values.len() / PHASES;
    irogaeshi::cpu::classic::training::assembled(&values.chunks_exact(n).map(<[i16]>::to_vec).collect::<Vec<_>>())
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    match a[1].as_str() {
        // play OUT SEED GAMES DEPTH EXACT RMIN RMAX STRAYS [WEIGHTS]
        "play" => {
            let n = |i: usize| a[i].parse::<u32>().unwrap();
            let plan = SelfPlay {
                label: if n(5) < 6 { Label::Outcome } else { Label::Search },
                random_plies: (n(7), n(8)),
                depth: n(5),
                exact_from: n(6),
                strays: n(9),
            };
            let evaluation = a.get(10).map_or_else(Evaluation::blank, |p| load(p));
            let mut engine = Engine::new(Arc::new(evaluation), 1 << 20);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(n(3).into());
            let mut out = std::io::BufWriter::new(std::fs::File::create(&a[2]).unwrap());
            let t = Instant::now();
            let mut count = 0;
            for game in 0..n(4) {
                for s in plan.play(&mut engine, &mut rng) {
                    out.write_all(&s.to_bytes()).unwrap();
                    count += 1;
                }
                if game % 2000 == 0 {
                    eprintln!("{} game {game} samples {count} {:.1}s", a[2], t.elapsed().as_secs_f32());
                }
            }
            eprintln!("{} done samples {count} {:.1}s", a[2], t.elapsed().as_secs_f32());
        }
        // fit OUT STEPS FILES...
        "fit" => {
            let mut samples = Vec::new();
            for file in &a[4..] {
                let (_weight, file): (f32, &str) =
                    file.split_once('@').map_or((1.0, file.as_str()), |(w, f)| (w.parse().unwrap(), f));
                let (max, file) = file.split_once(':').map_or((64, file), |(m, f)| (m.parse().unwrap(), f));
                let bytes = std::fs::read(file).unwrap();
                samples.extend(
                    bytes
                        .as_chunks::<17>()
                        .0
                        .iter()
                        .filter_map(Sample::from_bytes)
                        .filter(|s| s.board.empties(Shape::FULL).count_ones() <= max),
                );
            }
            eprintln!("{} samples", samples.len());
            let next = std::sync::atomic::AtomicUsize::new(0);
            let results = std::sync::Mutex::new(vec![Vec::new(); PHASES]);
            std::thread::scope(|s| {
                for _ in 0..2 {
                    s.spawn(|| {
                        loop {
                            let p = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                            if p >= PHASES {
                                break;
                            }
                            let p = PHASES - 1 - p;
                            if let Ok(only) = std::env::var("ONLY")
                                && !only.split(',').any(|x| x == p.to_string())
                            {
                                continue;
                            }
                            let t = Instant::now();
                            let mut fit = Fit::new(&samples, p);
                            let mut last = (0, None);
                            fit.run(a[3].parse().unwrap(), |k, e| {
                                last = (k, Some(e));
                            });
                            eprintln!(
                                "phase {p} samples {} steps {} {:?} {:.1}s",
                                fit.sample_count(),
                                last.0,
                                fit.error(),
                                t.elapsed().as_secs_f32()
                            );
                            results.lock().unwrap()[p] = fit.values();
                        }
                    });
                }
            });
            let bytes: Vec<u8> =
                results.into_inner().unwrap().into_iter().flatten().flat_map(i16::to_le_bytes).collect();
            std::fs::write(&a[2], bytes).unwrap();
        }
        // label OUT IN WEIGHTS DEPTH SEED EVERY: labels every so-manieth position by a search
        "label" => {
            use rand::RngExt;
            let bytes = std::fs::read(&a[3]).unwrap();
            let mut engine = Engine::new(Arc::new(load(&a[4])), 2 << 20);
            let depth: u32 = a[5].parse().unwrap();
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(a[6].parse().unwrap());
            let every: u32 = a[7].parse().unwrap();
            let mut out = std::io::BufWriter::new(std::fs::File::create(&a[2]).unwrap());
            let (t, mut count) = (Instant::now(), 0);
            for s in bytes.as_chunks::<17>().0.iter().filter_map(Sample::from_bytes) {
                if rng.random_range(0..every) != 0
                    || s.board.empties(Shape::FULL).count_ones() <= 16
                    || s.board.legal_moves(Shape::FULL) == 0
                {
                    continue;
                }
                let reach = Reach { depth, exact_from: 16, certainty: 1, nodes: u64::MAX };
                let f = engine
                    .search(s.board, Shape::FULL, reach, &mut |_| {}, &mut |_| std::ops::ControlFlow::Continue(()))
                    .unwrap();
                out.write_all(&Sample { score: f.score as i8, ..s }.to_bytes()).unwrap();
                count += 1;
                if count % 20000 == 0 {
                    eprintln!("{} {count} {:.1}s", a[2], t.elapsed().as_secs_f32());
                }
            }
            eprintln!("{} done {count} {:.1}s", a[2], t.elapsed().as_secs_f32());
        }
        // probcut FILE WEIGHTS COUNT DEPTH
        "probcut" => {
            let bytes = std::fs::read(&a[2]).unwrap();
            let all: Vec<Sample> = bytes.as_chunks::<17>().0.iter().filter_map(Sample::from_bytes).collect();
            let count: usize = a[4].parse().unwrap();
            let depth: u32 = a[5].parse().unwrap();
            let mut engine = Engine::new(Arc::new(load(&a[3])), 64 << 20);
            for i in 0..count {
                let s = all[i * (all.len() / count)];
                let e = s.board.empties(Shape::FULL).count_ones();
                if e < 8 || s.board.legal_moves(Shape::FULL) == 0 {
                    continue;
                }
                let mut scores = Vec::new();
                let reach = Reach { depth, exact_from: 20, certainty: 5, nodes: 30_000_000 };
                let mut row = |f: &Finding| scores.push(format!("{}:{}", f.depth, f.score));
                engine.search(s.board, Shape::FULL, reach, &mut row, &mut |_| std::ops::ControlFlow::Continue(()));
                println!("{e} {}", scores.join(" "));
            }
        }
        "pack" => std::fs::write(&a[3], load(&a[2]).to_file()).unwrap(),
        _ => panic!(),
    }
}
