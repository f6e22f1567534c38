/** Tells what a client of one version notices on an engine of another. */
import { steps } from '@lading/conversions';
import { placeText, providersOf, routeBetween, type Loss } from '@lading/runtime-conversion';
import { compareVersions } from '@lading/runtime-wire';
import { conversionsForEngine } from './conversions.js';

/** What differs between the version of a client and that of an engine. */
export interface Explanation {
  readonly client: string;
  readonly engine: string;
  /** The differences between neighbouring versions on the route, that of the client first. */
  readonly steps: readonly ExplainedStep[];
  /** What the client says and the engine cannot do: it is refused, or done without it, with a warning. Those by hooks are not included. */
  readonly losses: readonly ExplainedLoss[];
}

interface ExplainedStep {
  readonly from: string;
  readonly to: string;
  readonly differences: readonly {
    readonly id: string;
    readonly descriptions: readonly string[];
    readonly operations: readonly string[];
  }[];
}

export interface ExplainedLoss {
  readonly operation: string;
  /** Absent if the loss follows from the schemas of the two versions. */
  readonly difference?: string;
  /** `HostConfig.Annotations`, `query platform`, `header X` */
  readonly place: string;
  /** Whether the request is refused; otherwise its response has a warning. */
  readonly isRefused: boolean;
  readonly message: string;
}

/** @throws Error if no conversions lead from one version to the other */
export function explain(client: string, engine: string): Explanation {
  const explained = routeBetween(providersOf(steps), client, engine).map((provider): ExplainedStep => {
    const { client: from, engine: to } = provider;
    const step = steps.find(({ older, newer }) => (older === from && newer === to) || (older === to && newer === from));
    // What only documents say differently is no difference for a client.
    const differences = (step?.differences ?? [])
      .filter(({ operations }) => operations.length > 0)
      .map((difference) => ({ ...difference, descriptions: [...new Set(difference.descriptions)] }));
    return { from, to, differences };
  });
  const operations = new Set(
    explained.flatMap(({ differences }) => differences.flatMap((difference) => difference.operations)),
  );
  const conversion = conversionsForEngine()(client, engine);
  const losses = [...operations].flatMap((operation) =>
    (conversion.losses?.(operation) ?? []).flatMap((loss) => explainedLoss(operation, loss)),
  );
  return { client, engine, steps: explained, losses };
}

function explainedLoss(operation: string, { message, rule }: Loss): readonly ExplainedLoss[] {
  if (message === 'response') return [];
  const place = placeText(rule.at);
  const common = { operation, ...(rule.difference !== undefined && { difference: rule.difference }), place };
  if (rule.rule === 'refuse') return [{ ...common, isRefused: true, message: rule.message }];
  // What is dropped without a warning has no effect in the other version either.
  return rule.warning === undefined ? [] : [{ ...common, isRefused: false, message: rule.warning }];
}

/** Returns an explanation for people. */
export function explanationText({ client, engine, steps: all, losses }: Explanation): string {
  const route = [client, ...all.map(({ to }) => to)].join(' → ');
  const lines = [`A client of ${client} on an engine of ${engine}: ${route}`];
  for (const { from, to, differences } of all) {
    if (differences.length === 0) continue;
    const [older, newer] = [from, to].sort(compareVersions);
    lines.push('', `In ${older}, unlike in ${newer}:`);
    for (const { descriptions, operations } of differences) {
      lines.push(`- ${descriptions.join(' ')} (${operations.join(', ')})`);
    }
  }
  if (losses.length > 0) lines.push('', 'Refused, or done without it and told among the warnings:');
  for (const { operation, place, isRefused, message } of losses) {
    lines.push(`- ${operation} ${place}, ${isRefused ? 'refused' : 'warned'}: ${message}`);
  }
  if (lines.length === 1) lines.push('', 'No message differs.');
  return `${lines.join('\n')}\n`;
}
