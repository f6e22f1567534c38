/** The conversion hooks of versions before 1.41, around an implementation that returns what the test gives. */
import type { Hook, RequestMessage, ResponseMessage } from '@lading/runtime-overlay';
import { describe, expect, it } from 'vitest';
import { detailedNetworks, filterAsReference, noBuildIdentifiers, securityOptionNames } from '../src/index.js';

const request = (operation: string, query: RequestMessage['query'] = {}): RequestMessage => ({
  operation,
  path: {},
  query,
  headers: {},
});
const response = (body: unknown, more: Partial<ResponseMessage> = {}): ResponseMessage => ({
  status: 200,
  headers: {},
  body,
  ...more,
});
const noFurtherRequests = () => Promise.reject(new Error('no further request is expected'));

/** Returns the response that passes a hook. */
async function converted(hook: Hook, given: ResponseMessage): Promise<unknown> {
  return (await hook.around(request('Any'), async () => given, noFurtherRequests)).body;
}

describe('the pattern of listed images', () => {
  const passed = async (query: RequestMessage['query']) => {
    let seen: unknown;
    const next = async (received: RequestMessage) => {
      seen = received.query;
      return response([]);
    };
    await filterAsReference().around(request('ImageList', query), next, noFurtherRequests);
    return seen;
  };

  it.each([
    [
      { filter: 'alpine*', all: true },
      { all: true, filters: { reference: ['alpine*'] } },
    ],
    [
      { filter: 'a', filters: { reference: ['b'], label: ['c'] } },
      { filters: { reference: ['b', 'a'], label: ['c'] } },
    ],
    [{ filter: '', all: true }, { all: true }],
    [{ all: true }, { all: true }],
  ])('%j is the filter `reference`', async (query, wanted) => expect(await passed(query)).toEqual(wanted));
});

describe('the messages of a build', () => {
  async function* messages() {
    yield { stream: 'Step 1' };
    yield { aux: { ID: 'sha256:1' } };
    yield { stream: 'done' };
  }

  it('have no identifiers', async () => {
    const body = await converted(noBuildIdentifiers(), response(messages(), { stream: 'json-lines' }));
    const received: unknown[] = [];
    for await (const message of body as AsyncIterable<unknown>) received.push(message);
    expect(received).toEqual([{ stream: 'Step 1' }, { stream: 'done' }]);
  });

  it('remain in errors', async () => {
    const refused = response({ message: 'no' }, { status: 400 });
    expect(await converted(noBuildIdentifiers(), refused)).toEqual({ message: 'no' });
  });
});

it('listed networks have the containers of inspected ones', async () => {
  const containers = { 1: { Name: 'web' } };
  const ask = async (_: string, { path }: { readonly path?: RequestMessage['path'] } = {}) =>
    path?.['id'] === 'a'
      ? response({ Id: 'a', Containers: containers })
      : response({ message: 'gone' }, { status: 404 });
  const next = async () =>
    response([
      { Id: 'a', Containers: {} },
      { Id: 'b', Containers: {} },
    ]);
  expect((await detailedNetworks().around(request('NetworkList'), next, ask)).body).toEqual([
    { Id: 'a', Containers: containers },
    { Id: 'b', Containers: {} },
  ]);
});

it('security options are names', async () => {
  const options = ['name=seccomp,profile=builtin', 'name=cgroupns', 'selinux'];
  const body = await converted(securityOptionNames(), response({ SecurityOptions: options, Name: 'host' }));
  expect(body).toEqual({ SecurityOptions: ['seccomp', 'cgroupns', 'selinux'], Name: 'host' });
});
