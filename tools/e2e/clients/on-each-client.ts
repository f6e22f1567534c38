/** Runs tests with each client, through a recorder whose recording is validated at the end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '@lading/client-v1.44';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { check, printReport } from '../../conformance/check/check.js';
import { document, type JsonObject } from '../../conformance/check/document.js';
import { neededEngine, type NeededEngine } from '../../conformance/drivers/engine-tree.js';
import { rootfs } from '../../conformance/drivers/fixtures.js';
import type { Exchange } from '../../conformance/recorder/exchange.js';
import { startRecorder, type Recorder } from '../../conformance/recorder/recorder.js';
import './call-coverage.js';

/** A client and an engine under test. */
interface Subject extends NeededEngine {
  readonly api: '1.41' | '1.44';
}

const [older, newer] = [neededEngine('20.10'), neededEngine('26.1')];
const subjects: readonly Subject[] = [
  { ...older, api: '1.41' },
  { ...newer, api: '1.41' },
  { ...newer, api: '1.44' },
];

/** Connects either client, with the type of the newer one: tests use what only it supports only after checking `api`. */
export async function connectTo(api: Subject['api'], host: string): Promise<Engine> {
  if (api === '1.44') return (await import('@lading/client-v1.44')).connect({ host });
  return (await (await import('@lading/client-v1.41')).connect({ host })) as unknown as Engine;
}

/** The context of a test. `engine` is available only while tests run, not while they are declared. */
export interface ClientScene {
  readonly subject: Subject;
  readonly engine: Engine;
  /** The address of the recorder: `unix://…`. */
  readonly host: string;
  /** The exchanges recorded so far, each added at its end. */
  readonly exchanges: readonly Exchange[];
}

/** The prefix of every name that tests create. */
export const prefix = 'e2e-clients-';

/** A small image that exists while the tests run. */
export const image = 'e2e-clients/base:1';

/** Declares tests for each client, and a last test that validates every recorded JSON body against the contract. */
export function onEachClient(topic: string, tests: (scene: ClientScene) => void): void {
  for (const subject of subjects) {
    const { name, api, isAvailable, note } = subject;
    describe.skipIf(!isAvailable)(`${topic}: client ${api}, engine ${name}${note}`, () => {
      const exchanges: Exchange[] = [];
      const folder = mkdtempSync(join(tmpdir(), 'e2e-clients-'));
      const listen = join(folder, 'engine.sock');
      const host = `unix://${listen}`;
      let engine: Engine | undefined;
      let recorder: Recorder | undefined;
      const scene: ClientScene = {
        subject,
        exchanges,
        host,
        get engine() {
          if (engine === undefined) throw new Error(`${topic}: the engine is available only while tests run`);
          return engine;
        },
      };

      const record = async (client: string, onEnd: (exchange: Exchange) => void): Promise<void> => {
        const session = { engine: name, client, newest: api };
        recorder = await startRecorder({ session, engine: subject.socket, listen, onRequest: () => onEnd });
      };

      beforeAll(async () => {
        await record(`client-v${api}`, (exchange) => exchanges.push(exchange));
        engine = await connectTo(api, host);
        await clean(engine);
        const [repo, tag] = image.split(':') as [string, string];
        await (await engine.image.create({ fromSrc: '-', repo, tag, body: await rootfs(subject.tree) })).done();
      });

      afterAll(async () => {
        if (engine) {
          await clean(engine);
          await engine.close();
        }
        await recorder?.close();
        rmSync(folder, { recursive: true, force: true });
      });

      tests(scene);

      test('every JSON body matches the contract', async ({ task }) => {
        await recorder?.close();
        // Before version negotiation, the client sends requests without a version.
        // The check ignores exchanges of other versions, so there must be none.
        const elsewhere = exchanges.filter(
          ({ path }) => !path.startsWith(`/v${api}/`) && !/^\/(_ping|version)$/.test(path),
        );
        expect(elsewhere.map(({ path }) => path)).toEqual([]);
        const report = check(document(inject('documents')[api] as JsonObject), exchanges);
        const { succeeded, missing } = report.operations;
        task.meta.clientCalls = { api, documented: [...succeeded, ...missing], succeeded };
        expect(report.failures, printReport(report)).toEqual([]);
        expect(report.unknown).toEqual({});
        expect(report.bodies.responses).toBeGreaterThan(0);
        await record('cleaning', () => undefined);
      });
    });
  }
}

/** Removes everything that this or an earlier run created. */
async function clean(engine: Engine): Promise<void> {
  const filters = { name: [prefix] };
  const ignoreError = (): undefined => undefined;
  const { Swarm } = await engine.system.info();
  if (Swarm?.LocalNodeState === 'active') {
    const services = await engine.service.list({ filters });
    if (services.length > 0 || (await engine.secret.list({ filters })).length > 0)
      await engine.swarm.leave({ force: true });
  }
  for (const { Id } of await engine.container.list({ all: true, filters })) {
    await engine.container.delete({ id: Id ?? '', force: true, v: true }).catch(ignoreError);
  }
  for (const { Id } of await engine.network.list({ filters }))
    await engine.network.delete({ id: Id ?? '' }).catch(ignoreError);
  for (const { Name } of (await engine.volume.list({ filters })).Volumes ?? []) {
    await engine.volume.delete({ name: Name, force: true }).catch(ignoreError);
  }
  for (const { RepoTags } of await engine.image.list({ all: true })) {
    for (const name of RepoTags ?? []) {
      if (/(^|\/)e2e-clients[-/]/.test(name)) await engine.image.delete({ name, force: true }).catch(ignoreError);
    }
  }
}

/** Waits until a condition holds. */
export async function until(what: string, done: () => boolean | Promise<boolean>, patience = 15_000): Promise<void> {
  const end = Date.now() + patience;
  while (!(await done())) {
    if (Date.now() > end) throw new Error(`${what}: not after ${patience} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
