/** Streams: attach, exec, logs, events, copies. */
import type { TourStep } from '../step.js';

export const streams: readonly TourStep[] = [
  { name: 'start -ai', words: 'start -ai echo', input: 'once\n' },
  { name: 'start echo', words: 'start echo' },
  { name: 'attach', words: 'attach echo', input: 'again\n' },
  { name: 'attach to a terminal', words: 'attach shell', keys: ['echo [attached]\r', 'exit 5\r'] },
  { name: 'exec', words: "exec work sh -c 'echo out; echo err >&2; exit 7'" },
  { name: 'exec -i', words: 'exec -i work cat', input: 'text\n' },
  { name: 'exec -i with much input', words: "exec -i work sh -c 'wc -c'", input: 'x'.repeat(1_000_000) },
  { name: 'exec -it', words: 'exec -it work sh', keys: ['echo [terminal]\r', 'exit 8\r'] },
  { name: 'exec -d', words: 'exec -d work touch /tmp/detached' },
  {
    name: 'exec with user, folder and environment',
    words: "exec -u 1 -w /tmp -e A=b work sh -c 'id -u; pwd; echo $A'",
  },
  { name: 'error: exec of none', words: 'exec work none' },
  { name: 'logs -f', words: 'logs -f ticks' },
  { name: 'logs -f of what runs', words: 'logs -f talks', meanwhile: ['kill talks'] },
  {
    name: 'events',
    words: "events --format '{{.Type}} {{.Action}}' -f type=container",
    meanwhile: ['run --rm --name seen tour:1 true'],
  },
  {
    name: 'stats that flow',
    words: "stats --format '{{.Name}}' work",
    meanwhile: ['kill work'],
    masks: [[/[^]*(work)[^]*/g, '$1']],
  },
  { name: 'cp into', words: 'cp folder files:/tmp' },
  { name: 'cp out of', words: 'cp files:/tmp/folder/note copied' },
  { name: 'cp to standard output', words: 'cp files:/tmp/folder/note -', masks: [[/[^]*(a note)[^]*/, '$1']] },
  { name: 'error: cp of none', words: 'cp files:/none copied' },
  // Command lines send whole seconds, so that `--until 0s` may leave out what has just happened.
  { name: 'events until soon', words: "events --since 10m --until=-2s -f container=seen --format '{{.Action}}'" },
  { name: 'logs until now', words: 'logs --since 1h --until 0s ticks' },
  { name: 'diff of what was copied', words: 'diff files' },
];

/** Creates the containers for the steps above. */
export const streamsBefore: readonly TourStep[] = [
  { name: 'create -i', words: 'create -i --name echo tour:1 cat' },
  { name: 'run -itd', words: 'run -itd --name shell tour:1 sh' },
  { name: 'run -d of work', words: 'run -d --name work tour:1 sleep 600' },
  { name: 'run -d of ticks', words: "run -d --name ticks tour:1 sh -c 'for i in 1 2 3; do echo $i; sleep 0.2; done'" },
  { name: 'run -d of talks', words: "run -d --name talks tour:1 sh -c 'echo first; echo second; sleep 600'" },
  { name: 'create of files', words: 'create --name files tour:1 true' },
];
