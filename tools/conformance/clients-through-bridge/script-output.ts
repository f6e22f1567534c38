// The output of a script: its steps, each beginning with a line `# name`.

import { normaliseText } from '../oracle/normalise.js';
import type { TextRule } from '../oracle/rules.js';

export interface ScriptStep {
  readonly name: string;
  readonly output: string;
}

export interface StepDifference {
  readonly step: string;
  readonly direct: string;
  readonly bridged: string;
}

/** What differs between two runs beside what the rules of the oracle list. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/\x1b\[[\d;?]*[a-zA-Z]/g, ''],
  [/\r/g, '\n'],
  [/\b[0-9a-f]{10,64}\b/g, '<id>'],
  [/\b172\.\d+\.\d+\.\d+\b/g, '<address>'],
  [/\b(\d+\.\d+)s\b/g, '<duration>'],
  [/\b(0\.0\.0\.0|\[::\]|::):\d{5}\b/g, '$1:<port>'],
  [/"HostPort": "\d{5}"/g, '"HostPort": "<port>"'],
  [/("(?:Pid|Created|Index)": )\d+/g, '$1<number>'],
  [/(\d+) (seconds?|minutes?) ago|Less than a second ago|About a minute ago/g, '<duration>'],
  [/Up (\d+ \w+|Less than a second|About a minute)/g, 'Up <duration>'],
  [/\/tmp\/tmp\w+/g, '<file>'],
  // The archive has the times of its files, and is compressed.
  [/^(Sending build context to Docker daemon) \S+/gm, '$1 <size>'],
  [/ +/g, ' '],
  [/^(\w+) \d+ \d+ \d+ \d\d:\d\d /gm, '$1 <process> '],
  [/ +$/gm, ''],
];

/** Splits the output of a script, and masks what varies. */
export function stepsOf(output: string, texts: readonly TextRule[]): readonly ScriptStep[] {
  return output.split(/^(?=# (?!exit status))/m).flatMap((part) => {
    const [head = '', ...lines] = part.split('\n');
    if (!head.startsWith('# ')) return [];
    return [{ name: head.slice(2), output: masked(lines.join('\n').trim(), texts) }];
  });
}

export function stepDifferences(
  direct: readonly ScriptStep[],
  bridged: readonly ScriptStep[],
): readonly StepDifference[] {
  const length = Math.max(direct.length, bridged.length);
  return Array.from({ length }, (_, index) => [direct[index], bridged[index]] as const).flatMap(([one, other]) =>
    one !== undefined && other !== undefined && one.name === other.name && one.output === other.output
      ? []
      : [{ step: (one ?? other)?.name ?? '', direct: one?.output ?? 'absent', bridged: other?.output ?? 'absent' }],
  );
}

/** Lines of a step are sorted: clients print the progress of several objects at once. */
function masked(text: string, texts: readonly TextRule[]): string {
  const result = masks.reduce((masked, [match, replace]) => masked.replace(match, replace), normaliseText(text, texts));
  return [...new Set(result.split('\n'))].sort().join('\n');
}
