use irogaeshi::cpu::classic::*;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;
fn main() {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap();
    let n: usize = args.next().unwrap().parse().unwrap();
    let kind = match args.next().as_deref() {
        Some("avx2") => MachineKind::Avx2,
        Some("portable") => MachineKind::Portable,
        _ => MachineKind::best(),
    };
    println!("{kind:?}");
    let evaluation = match args.next() {
        Some(path) => load(&path),
        None => Evaluation::blank(),
    };
    let mut engine = Engine::new(Arc::new(evaluation), 256 << 20).on(kind);
    let threads: usize = args.next().map_or(1, |t| t.parse().unwrap());
    let text = std::fs::read_to_string(file).unwrap();
    let (mut tn, all) = (0, Instant::now());
    for line in text.lines().skip(1).take(n) {
        let f: Vec<&str> = line.split(',').collect();
        let d: Diagram = format!("{} {}", f[4], f[3]).parse().unwrap();
        let t = Instant::now();
        let mut pre = 0;
        let crew = |help: &(dyn Fn() + Sync), work: &mut dyn FnMut()| {
            std::thread::scope(|s| {
                for _ in 1..threads {
                    s.spawn(help);
                }
                work();
            })
        };
        let found = engine
            .search_together(
                d.bitboards,
                Shape::FULL,
                Reach::TO_THE_END,
                &mut |f| {
                    if !f.is_exact {
                        pre = f.nodes
                    }
                },
                &mut |_| ControlFlow::Continue(()),
                &crew,
            )
            .unwrap();
        let (score, nodes) = (found.score, found.nodes);
        tn += nodes;
        let e = t.elapsed().as_secs_f64();
        println!(
            "{} {:>3} empties {} score {score:>4} {} nodes {nodes:>12} (pre {pre}) {e:>8.3}s {:.1} M/s",
            f[1],
            f[2],
            f[3],
            if score.to_string() == f[5] { "ok" } else { "WRONG" },
            nodes as f64 / e / 1e6
        );
    }
    let e = all.elapsed().as_secs_f64();
    println!("total {tn} {e:.3}s {:.1} M/s", tn as f64 / e / 1e6);
}
fn load(path: &str) -> Evaluation {
    let bytes = std::fs::read(path).unwrap();
    if let Ok(e) = Evaluation::read(&bytes) {
        return e;
    }
    let values: Vec<i16> = bytes.chunks_exact(2).map(|b| i16::from_le_bytes([b[0], b[1]])).collect();
    let n = values.len() / PHASES;
    irogaeshi::cpu::classic::training::assembled(&values.chunks_exact(n).map(<[i16]>::to_vec).collect::<Vec<_>>())
}
