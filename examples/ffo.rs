use std::time::Instant;
use irogaeshi::cpu::classic::*;
fn main() {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap();
    let n: usize = args.next().unwrap().parse().unwrap();
    let kind = match args.next().as_deref() { Some("avx2") => MachineKind::Avx2, Some("portable") => MachineKind::Portable, _ => MachineKind::best() };
    let evaluation = Evaluation::blank();
    println!("{kind:?}");
    let text = std::fs::read_to_string(file).unwrap();
    let (mut tn, all) = (0, Instant::now());
    for line in text.lines().skip(1).take(n) {
        let f: Vec<&str> = line.split(',').collect();
        let d: Diagram = format!("{} {}", f[4], f[3]).parse().unwrap();
        let t = Instant::now();
        let (score, nodes) = solve(d.bitboards, 64 << 20, kind, &evaluation).unwrap();
        tn += nodes;
        let e = t.elapsed().as_secs_f64();
        println!("{} {:>3} empties {} score {score:>4} {} nodes {nodes:>12} {e:>8.3}s {:.1} M/s", f[1], f[2], f[3], if score.to_string() == f[5] {"ok"} else {"WRONG"}, nodes as f64 / e / 1e6);
    }
    let e = all.elapsed().as_secs_f64();
    println!("total {tn} {e:.3}s {:.1} M/s", tn as f64 / e / 1e6);
}
