/** Generates bodies of ContainerCreate with repeated properties, in any letter case, some of them null. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parse } from 'yaml';
import { image } from './raw-engine.js';

type ArbitraryJson = fc.Arbitrary<string>;

/** What is drawn for a value, as `repeated-bodies.yaml` describes it. */
type Description = readonly unknown[] | Container;

interface Container {
  readonly either?: readonly Description[];
  readonly list?: Description;
  readonly 'list!'?: Description;
  readonly keys?: readonly string[];
  readonly values?: Description;
  readonly object?: Readonly<Record<string, Description>>;
  readonly most?: number;
}

const descriptions = parse(readFileSync(new URL('repeated-bodies.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<string, Description>
>;

/** Adds null, which merges differently for each type. */
const orNull = (text: ArbitraryJson): ArbitraryJson =>
  fc.oneof({ arbitrary: text, weight: 6 }, { arbitrary: fc.constant('null'), weight: 1 });

const listOf = (item: ArbitraryJson): ArbitraryJson =>
  fc.array(item, { maxLength: 3 }).map((items) => `[${items.join(',')}]`);

const members = (entries: readonly (readonly [string, string])[]): string =>
  entries.map(([name, value]) => `"${name}":${value}`).join(',');

function drawn(description: Description = []): ArbitraryJson {
  if (Array.isArray(description)) return fc.constantFrom(...description.map((value) => JSON.stringify(value)));
  const { either, list, 'list!': whole, keys, values, object, most = 4 } = description as Container;
  if (either !== undefined) return fc.oneof(...either.map(drawn));
  if (whole !== undefined) return listOf(drawn(whole));
  if (list !== undefined) return listOf(orNull(drawn(list)));
  // The keys of a map are data, so their case is not changed.
  if (keys !== undefined)
    return fc
      .array(fc.tuple(fc.constantFrom(...keys), orNull(drawn(values))), { maxLength: 3 })
      .map((entries) => `{${members(entries)}}`);
  return fc.array(property(object ?? {}), { maxLength: most }).map((entries) => `{${members(entries)}}`);
}

/** One of the properties, possibly repeated, of which the names are drawn as often as they are listed. */
function property(
  all: Readonly<Record<string, Description>>,
  names = Object.keys(all),
): fc.Arbitrary<[string, string]> {
  return fc.constantFrom(...names).chain((name) => fc.tuple(spelled(name), orNull(drawn(all[name]))));
}

/** Another spelling that an engine reads as the name. */
export function spelled(name: string): ArbitraryJson {
  const letters = [...name].map((letter) =>
    fc.oneof(
      { arbitrary: fc.constant(letter), weight: 8 },
      fc.constantFrom(letter.toLowerCase(), letter.toUpperCase()),
      fc.constant(`\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
      fc.constant({ s: 'ſ', k: '\u212a' }[letter.toLowerCase()] ?? letter),
    ),
  );
  return fc.oneof(
    { arbitrary: fc.constant(name), weight: 3 },
    fc.tuple(...letters).map((all) => all.join('')),
  );
}

const names = [...Object.keys(descriptions), 'HostConfig', 'HostConfig', 'HostConfig'];

/** A body that starts with an image and a command, so that most bodies create a container. */
export const repeatedBody: ArbitraryJson = fc
  .array(property(descriptions, names), { minLength: 2, maxLength: 7 })
  .map((parts) => `{"Image":"${image}","Cmd":["true"],${members(parts)}}`);
