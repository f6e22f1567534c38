/** What the function of a hook reads by its name is converted, and no loss; everything else that is removed is one. */
import { expect, it } from 'vitest';
import { conversionOf, type RequestLoss, type RequestMessage, type Rule } from '../src/index.js';
import { requestOf } from './scene.js';

interface Body {
  readonly recipient?: string;
  readonly note?: string;
  readonly address?: { readonly street?: string; readonly county?: string };
  readonly lines?: readonly { readonly text?: string }[];
}

const drop = (body: string): Rule => ({ rule: 'drop', at: { body }, loss: 'gone' });
const rules = [
  { rule: 'convert', at: { body: 'addressee' }, hook: 'addressee', absent: true },
  ...['recipient', 'note', 'address.county', 'lines[].text'].map(drop),
] as const satisfies readonly Rule[];
const none = { upgrade: [], downgrade: [] };
const body: Body = {
  recipient: 'Ann',
  note: 'n',
  address: { street: 's', county: 'c' },
  lines: [{ text: 't' }],
};

/** Returns the places that are reported as lost, and what arrives. */
async function lossesOf(addressee: (of: Body) => unknown) {
  const conversion = conversionOf({
    client: '1',
    engine: '2',
    requests: 'upgrade',
    exactNames: true,
    operations: { BoxCreate: { request: { upgrade: rules, downgrade: [] }, response: none } },
    hooks: { addressee: { request: (_value: unknown, of: unknown) => addressee(of as Body) } },
  });
  let received: RequestMessage | undefined;
  const next = async (request: RequestMessage) => {
    received = request;
    return { status: 200, headers: {} };
  };
  await conversion.of('BoxCreate')?.(requestOf({ body }), next, next as never);
  const losses: readonly RequestLoss[] = received?.losses ?? [];
  return { lost: losses.map(({ id }) => id), addressee: (received?.body as Record<string, unknown>)['addressee'] };
}

const all = ['recipient', 'note', 'address.county', 'lines[].text'];

it.each<[string, (of: Body) => unknown, unknown, readonly string[]]>([
  ['nothing', () => 'x', 'x', all],
  ['one property', ({ recipient }) => recipient, 'Ann', all.slice(1)],
  ['a property in an object', (of) => of.address?.county, 'c', ['recipient', 'note', 'lines[].text']],
  [
    'an object as a whole',
    (of) => ({ name: of.address }),
    { name: body.address },
    ['recipient', 'note', 'lines[].text'],
  ],
  ['items', (of) => of.lines?.map(({ text }) => text), ['t'], all.slice(0, 3)],
  [
    'a property, and copies the rest',
    ({ recipient, ...rest }) => ({ recipient, rest }),
    expect.anything(),
    all.slice(1),
  ],
  ['everything, as a copy', (of) => ({ ...of }), body, all],
  ['everything, as text', (of) => JSON.stringify(of), JSON.stringify(body), all],
])('a function that reads %s', async (_name, read, addressee, lost) => {
  expect(await lossesOf(read)).toEqual({ lost, addressee });
});

it('returns values of the request as themselves', async () => {
  const { addressee } = await lossesOf(({ address, lines }) => ({ address, lines: [lines?.[0]] }));
  const { address, lines } = addressee as Required<Body>;
  expect(address).toBe(body.address);
  expect(lines[0]).toBe(body.lines?.[0]);
});
