/** Generates spellings of requests for a container with access to the host, which a policy must detect. */
import fc from 'fast-check';
import { image, type RawRequest } from './raw-engine.js';
import { spelled } from './repeated-bodies.js';

/** A privilege to request, and a test of whether an inspected container has it. */
interface Privilege {
  readonly name: string;
  readonly value: string;
  /** A permitted value of the same property. */
  readonly permitted: string;
  readonly isGranted: (hostConfig: Readonly<Record<string, unknown>>) => boolean;
}

const bind = '{"Type":"bind","Source":"/","Target":"/host"}';

const privileges: readonly Privilege[] = [
  { name: 'Privileged', value: 'true', permitted: 'false', isGranted: (host) => host['Privileged'] === true },
  {
    name: 'Binds',
    value: '["/:/host"]',
    permitted: '["lading-bodies-c:/c"]',
    isGranted: (host) => says(host['Binds'], '/:/host'),
  },
  {
    name: 'Mounts',
    value: `[${bind}]`,
    permitted: '[{"Type":"tmpfs","Target":"/t"}]',
    isGranted: (host) => says(host['Mounts'], '"bind"'),
  },
  { name: 'PidMode', value: '"host"', permitted: '""', isGranted: (host) => host['PidMode'] === 'host' },
];

function says(value: unknown, text: string): boolean {
  return JSON.stringify(value ?? null).includes(text);
}

export interface Spelling {
  readonly privilege: Privilege;
  readonly trick: string;
  readonly request: RawRequest;
}

type ArbitraryTrick = fc.Arbitrary<{ readonly trick: string; readonly host: string }>;

/** Tricks inside and around HostConfig. */
function tricks({ name, value, permitted }: Privilege): ArbitraryTrick {
  const key = spelled('HostConfig');
  const own = spelled(name);
  const membersBy = (trick: string, ...parts: fc.Arbitrary<string>[]): ArbitraryTrick =>
    fc.tuple(...parts).map((all) => ({ trick, host: all.join('') }));
  const text = fc.constant.bind(fc) as (text: string) => fc.Arbitrary<string>;
  return fc.oneof(
    membersBy('letters', text('"'), key, text('":{"'), own, text(`":${value}}`)),
    membersBy(
      'repeated object',
      text('"'),
      key,
      text('":{"'),
      own,
      text(`":${value}},"`),
      key,
      text('":{"ShmSize":1000000}'),
    ),
    membersBy(
      'permitted first',
      text('"'),
      key,
      text(`":{"${name}":${permitted}},"`),
      key,
      text('":{"'),
      own,
      text(`":${value}}`),
    ),
    membersBy('permitted first, within', text('"'), key, text(`":{"${name}":${permitted},"`), own, text(`":${value}}`)),
    membersBy('null last', text('"'), key, text('":{"'), own, text(`":${value},"`), own, text('":null}')),
    membersBy(
      'null around',
      text('"'),
      key,
      text('":null,"'),
      key,
      text('":{"'),
      own,
      text(`":${value}},"`),
      key,
      text('":{}'),
    ),
    membersBy(
      'permitted last',
      text('"'),
      key,
      text('":{"'),
      own,
      text(`":${value}},"`),
      key,
      text(`":{"${name}":${permitted}}`),
    ),
    membersBy('spaces', text('"'), key, text('"\t :\n{ "'), own, text(`"\r:  ${value} }`)),
    membersBy(
      'three times',
      text('"'),
      key,
      text(`":{"${name}":${permitted}},"`),
      key,
      text('":{},"'),
      key,
      text('":{"'),
      own,
      text(`":${value}}`),
    ),
    membersBy('beside HostConfig', text('"'), own, text(`":${value}`)),
    membersBy(
      'array of the type before',
      text('"HostConfig":{"Mounts":[{"Source":"/","Type":"volume"}],"'),
      own,
      text(`":${value}}`),
    ),
  );
}

/** A mount that is split over two arrays: engines decode items of a repeated array over those of the earlier one. */
const mountInPieces: ArbitraryTrick = fc
  .tuple(spelled('Mounts'), spelled('Mounts'), spelled('Type'))
  .map(([first, second, type]) => ({
    trick: 'mount in pieces',
    host: `"HostConfig":{"${first}":[{"Source":"/","${type}":"bind"}],"${second}":[{"Target":"/host"}]}`,
  }));

const paths = fc.constantFrom(
  ...['1.24', '1.30', '1.40', '1.41', '1.42', '1.43', '1.44', '1.45'].map(
    (version) => `/v${version}/containers/create`,
  ),
  '/containers/create',
  '/v1.44/containers/%63reate',
  '/v1.41/%63ontainers/create',
  '/v1.44%2Fcontainers/create',
  '/v1.41//containers/create',
  '//v1.44/containers/create',
  '/v1.44/./containers/create',
  '/v1.44/images/../containers/create',
  '/v1.44/containers/create?name=',
  '/v1.44/containers/create?HostConfig={}&x=;',
  'http://x/v1.44/containers/create',
  '/v01.44/containers/create',
);

const types = fc.oneof(
  { arbitrary: fc.constant('application/json'), weight: 5 },
  fc.constantFrom(
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=utf-16',
    'application/json ; a="b"',
    'text/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json, text/plain',
  ),
);

/** A spelling. Most of them take effect on an engine without a policy. */
export const spelling: fc.Arbitrary<Spelling> = fc.constantFrom(...privileges).chain((privilege) =>
  fc
    .record({
      members:
        privilege.name === 'Mounts'
          ? fc.oneof({ arbitrary: tricks(privilege), weight: 3 }, mountInPieces)
          : tricks(privilege),
      path: fc.oneof(
        { arbitrary: fc.constantFrom('/v1.41/containers/create', '/v1.44/containers/create'), weight: 1 },
        paths,
      ),
      type: types,
      image: spelled('Image'),
    })
    .map(({ members: { trick, host }, path, type, image: imageKey }) => ({
      privilege,
      trick,
      request: {
        method: 'POST',
        path,
        headers: { 'Content-Type': type },
        body: `{"${imageKey}":"${image}","Cmd":["true"],${host}}`,
      },
    })),
);
