import { it } from 'vitest';
import { timelineOf, filesOf } from '../../cli/pipeline.js';
import { alone, documentWith, silent, unlessRefused } from './testing/judge.js';
import { syntaxOf } from './testing/syntax.js';
import { payloads } from './testing/payloads.js';
import { fields } from './testing/planted-fields.js';
it('p', async () => {
  const per = new Map<string, number>();
  const total = [0,0,0,0];
  let refused = 0, files = 0; const seen = new Set<string>(); let fresh = 0;
  for (const field of fields) for (const [n, v] of Object.entries(payloads)) {
    const t0 = performance.now();
    const r = await unlessRefused(async () => {
      const d = documentWith(field, v); const a = performance.now(); const tl = timelineOf(alone(d), silent); const b = performance.now();
      const out = await filesOf(tl, { scope: '@lading', paths: true, workspace: true, head: () => ['x'] }, silent); const c = performance.now();
      for (const f of out) { files++; if (seen.has(f.path + f.text)) continue; seen.add(f.path + f.text); if (f.path.endsWith('.ts')) { fresh++; syntaxOf(f.path, f.text);} }
      const e = performance.now();
      total[0]! += a - t0; total[1]! += b - a; total[2]! += c - b; total[3]! += e - c; return 1;
    }).catch(() => 2);
    if (r === undefined) refused++;
    per.set(n, (per.get(n) ?? 0) + performance.now() - t0);
  }
  console.log(total, { refused, files, fresh });
  console.log([...per].map(([n, l]) => `${n} ${Math.round(l)}`).join('\n'));
}, 120000);
