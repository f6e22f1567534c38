/** Ways to ask for a container that reaches the host, which a policy has to see through. */
import fc from 'fast-check';
import { image, type RawRequest } from './raw-engine.js';
import { spelled } from './repeated-bodies.js';

/** What is asked for, and how an inspected container shows that it was granted. */
export interface Wish {
  readonly name: string;
  readonly value: string;
  readonly harmless: string;
  readonly isGranted: (hostConfig: Readonly<Record<string, unknown>>) => boolean;
}

const bind = '{"Type":"bind","Source":"/","Target":"/host"}';

const wishes: readonly Wish[] = [
  { name: 'Privileged', value: 'true', harmless: 'false', isGranted: (host) => host['Privileged'] === true },
  {
    name: 'Binds',
    value: '["/:/host"]',
    harmless: '["lading-bodies-c:/c"]',
    isGranted: (host) => says(host['Binds'], '/:/host'),
  },
  {
    name: 'Mounts',
    value: `[${bind}]`,
    harmless: '[{"Type":"tmpfs","Target":"/t"}]',
    isGranted: (host) => says(host['Mounts'], '"bind"'),
  },
  { name: 'PidMode', value: '"host"', harmless: '""', isGranted: (host) => host['PidMode'] === 'host' },
];

function says(value: unknown, text: string): boolean {
  return JSON.stringify(value ?? null).includes(text);
}

export interface Spelling {
  readonly wish: Wish;
  readonly trick: string;
  readonly request: RawRequest;
}

type Members = fc.Arbitrary<{ readonly trick: string; readonly host: string }>;

/** What stands in HostConfig, and around it. */
function tricks({ name, value, harmless }: Wish): Members {
  const key = spelled('HostConfig');
  const own = spelled(name);
  const membersBy = (trick: string, ...parts: fc.Arbitrary<string>[]): Members =>
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
      'harmless first',
      text('"'),
      key,
      text(`":{"${name}":${harmless}},"`),
      key,
      text('":{"'),
      own,
      text(`":${value}}`),
    ),
    membersBy('harmless first, within', text('"'), key, text(`":{"${name}":${harmless},"`), own, text(`":${value}}`)),
    membersBy('null behind', text('"'), key, text('":{"'), own, text(`":${value},"`), own, text('":null}')),
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
      'harmless behind',
      text('"'),
      key,
      text('":{"'),
      own,
      text(`":${value}},"`),
      key,
      text(`":{"${name}":${harmless}}`),
    ),
    membersBy('spaces', text('"'), key, text('"\t :\n{ "'), own, text(`"\r:  ${value} }`)),
    membersBy(
      'three times',
      text('"'),
      key,
      text(`":{"${name}":${harmless}},"`),
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

/** Elements of arrays are decoded over those of an earlier array, so that a mount may come in pieces. */
const mountInPieces: Members = fc
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

/** Most of them take effect on an engine that is asked without a policy before it. */
export const spelling: fc.Arbitrary<Spelling> = fc.constantFrom(...wishes).chain((wish) =>
  fc
    .record({
      members: wish.name === 'Mounts' ? fc.oneof({ arbitrary: tricks(wish), weight: 3 }, mountInPieces) : tricks(wish),
      path: fc.oneof(
        { arbitrary: fc.constantFrom('/v1.41/containers/create', '/v1.44/containers/create'), weight: 1 },
        paths,
      ),
      type: types,
      image: spelled('Image'),
    })
    .map(({ members: { trick, host }, path, type, image: imageKey }) => ({
      wish,
      trick,
      request: {
        method: 'POST',
        path,
        headers: { 'Content-Type': type },
        body: `{"${imageKey}":"${image}","Cmd":["true"],${host}}`,
      },
    })),
);
