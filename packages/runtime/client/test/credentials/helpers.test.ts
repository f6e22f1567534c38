/** Tests credential helpers: real programs on the PATH, valid and invalid ones. */
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { allCredentials, credentialsFor } from '../../src/credentials/index.js';
import { CredentialError } from '../../src/error/index.js';
import { errorOf, inHome, login, secret } from './home.js';

const hub = 'https://index.docker.io/v1/';

/** A helper that returns its input, so that tests can check it. */
const echo = (user: string) =>
  `key=$(cat); printf '{"ServerURL":"%s","Username":"${user} %s","Secret":"${secret}"}' "$key" "$1 $key"`;
const none = 'cat >/dev/null; echo credentials not found in native keychain; exit 1';

describe('the source of credentials', () => {
  const config = {
    auths: { 'a.io': login('file', 'p'), 'c.io': login('file', 'p') },
    credHelpers: { 'a.io': 'own', 'b.io': '', 'c.io': '' },
    credsStore: 'store',
  };
  const helpers = { own: echo('own'), store: echo('store') };
  test.each([
    ['a.io/x', 'own get a.io'],
    ['alpine', `store get ${hub}`],
    ['d.io:1/x', 'store get d.io:1'],
    ['c.io/x', 'file'],
    ['b.io/x', undefined],
  ])('%s', async (image, username) => {
    const auth = await inHome(config, helpers, (options) => credentialsFor(image, options));
    expect(auth?.username).toBe(username);
  });

  test('after a helper without credentials, auths are not used', async () => {
    await inHome({ ...config, credHelpers: {} }, { store: none }, async (options) => {
      expect(await credentialsFor('a.io/x', options)).toBeUndefined();
    });
  });

  test('a registry token and the email address are read from the file', async () => {
    const auths = { 'a.io': { ...login('file', 'p'), email: 'e', registrytoken: secret } };
    await inHome(
      { auths, credsStore: 'store', credHelpers: { 'a.io': 'none' } },
      { store: echo('store'), none },
      async (options) => {
        expect(await credentialsFor('a.io/x', options)).toStrictEqual({
          email: 'e',
          registrytoken: secret,
          serveraddress: 'a.io',
        });
      },
    );
    await inHome({ auths, credsStore: 'store' }, helpers, async (options) => {
      expect(await credentialsFor('a.io/x', options)).toMatchObject({
        username: 'store get a.io',
        registrytoken: secret,
      });
    });
  });

  test('all: the store by its list, then the helpers of single registries', async () => {
    const list = `if [ "$1" = list ]; then echo '{"a.io":"me","${hub}":"me","gone.io":"me"}'; exit; fi
      key=$(cat); if [ "$key" = gone.io ]; then echo credentials not found in native keychain; exit 1; fi
      printf '{"Username":"store %s","Secret":"${secret}"}' "$key"`;
    const all = await inHome(config, { own: echo('own'), store: list }, allCredentials);
    expect(all).toStrictEqual({
      'a.io': { username: 'own get a.io', password: secret, serveraddress: 'a.io' },
      [hub]: { username: `store ${hub}`, password: secret, serveraddress: hub },
      'c.io': { username: 'file', password: 'p', serveraddress: 'c.io' },
    });
    expect(inspect(all, { depth: 9, showHidden: true })).not.toContain(secret);
    expect(JSON.stringify(all)).not.toContain(secret);
  });
});

describe('the output of a helper', () => {
  const ask = (script: string) =>
    inHome({ credsStore: 'x' }, { x: script }, (options) => credentialsFor('a.io/x', options));

  test('a token is an identity token', async () => {
    const auth = await ask(`cat >/dev/null; echo '{"Username":"<token>","Secret":"${secret}"}'`);
    expect(auth).toStrictEqual({ serveraddress: 'a.io', identitytoken: secret });
  });

  test.each([none, 'cat >/dev/null; echo \'{"ServerURL":"","Username":"","Secret":""}\''])(
    'it has none: %s',
    async (script) => {
      expect(await ask(script)).toBeUndefined();
    },
  );

  test.each([
    { Username: 'me', Secret: '' },
    { Username: '', Secret: 'p' },
  ])('one of user and secret may be empty: %j', async (output) => {
    const { username = '', password = '' } = (await ask(`cat >/dev/null; echo '${JSON.stringify(output)}'`)) ?? {};
    expect({ Username: username, Secret: password }).toEqual(output);
  });

  test('a helper that does not read its input, and writes many errors, works', async () => {
    const auth = await ask(`head -c 300000 /dev/zero >&2; echo '{"Username":"m","Secret":"p"}'`);
    expect(auth?.username).toBe('m');
  });

  test('a helper that ends with most of its input unread works', async () => {
    const key = `a.io/${'x'.repeat(1_000_000)}`;
    const script = `echo '{"Username":"m","Secret":"p"}'`;
    const all = await inHome({ credHelpers: { [key]: 'x' } }, { x: script }, allCredentials);
    expect(all[key]?.username).toBe('m');
  });

  test('a helper in node', async () => {
    const script = `#!${process.execPath}\nlet key = '';\nprocess.stdin.on('data', (part) => (key += part)).on('end', () => console.log(JSON.stringify({ Username: key + ' ü', Secret: 'p' })));`;
    expect((await ask(script))?.username).toBe('a.io ü');
  });
});

describe('a helper that fails is an error with its name, and without its output', () => {
  const says = `cat >/dev/null; echo '{"Username":"m","Secret":"${secret}"}'`;
  test.each([
    ['exits', `${says}; echo ${secret} >&2; exit 3`, 'HELPER_FAILED', 'exited with code 3'],
    ['dies', `${says}; kill -9 $$`, 'HELPER_FAILED', 'was ended by SIGKILL'],
    ['prints no JSON', `echo ${secret}`, 'HELPER_OUTPUT_INVALID', 'printed no JSON'],
    ['prints nothing', 'cat >/dev/null', 'HELPER_OUTPUT_INVALID', 'printed no JSON'],
    ['prints no object', `echo '["${secret}"]'`, 'HELPER_OUTPUT_INVALID', 'printed no object'],
    ['prints no secret', `echo '{"Username":"${secret}"}'`, 'HELPER_OUTPUT_INVALID', 'printed no Username and Secret'],
    ['prints nothing of use', 'echo {}', 'HELPER_OUTPUT_INVALID', 'printed no Username and Secret'],
    ['prints for ever', `yes ${secret}`, 'HELPER_OUTPUT_INVALID', 'printed more than 1 MiB'],
    ['has no interpreter', '#!/nowhere/sh\n', 'HELPER_FAILED', 'did not start'],
  ])('%s', async (_, script, code, how) => {
    await inHome({ credHelpers: { 'a.io': 'bad' } }, { bad: script }, async (options) => {
      for (const error of [await errorOf(credentialsFor('a.io/x', options)), await errorOf(allCredentials(options))]) {
        expect(error).toBeInstanceOf(CredentialError);
        expect(error.code).toBe(code);
        expect(error.message).toContain(`The credential helper docker-credential-bad ${how} for a.io`);
        expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(secret);
      }
    });
  });

  test('it is missing', async () => {
    const error = await inHome({ credsStore: 'gone' }, {}, (options) => errorOf(credentialsFor('alpine', options)));
    expect(error.code).toBe('HELPER_NOT_FOUND');
    expect(error.message).toBe('The credential helper docker-credential-gone for index.docker.io is not on the PATH.');
  });

  test('only absolute folders of the PATH are searched', async () => {
    await inHome({ credsStore: 'x' }, { x: says }, async (options) => {
      const before = process.cwd();
      const relative = `${'../'.repeat(before.split('/').length)}${options.config.slice(1)}/bin`;
      const error = await errorOf(credentialsFor('a.io/x', { ...options, env: { PATH: relative } }));
      expect(error.code).toBe('HELPER_NOT_FOUND');
    });
  });

  test.each(['../evil', 'a/b', 'a\\b', 'a b', 'a\0', 'x:y'])('its name is %j', async (name) => {
    const error = await inHome({ credsStore: name }, {}, (options) => errorOf(credentialsFor('a.io/x', options)));
    expect(error.code).toBe('HELPER_NAME_INVALID');
  });

  test('the list of a store fails', async () => {
    const error = await inHome({ credsStore: 'x' }, { x: `echo ${secret}; exit 1` }, (options) =>
      errorOf(allCredentials(options)),
    );
    expect(error.code).toBe('HELPER_FAILED');
    expect(error.message).not.toContain(secret);
  });
});

describe('limits', () => {
  const stuck = 'echo $$ >"$HOME/pid"; exec sleep 600';
  const hasExited = async (home: string) => {
    const { readFile } = await import('node:fs/promises');
    const pid = Number(await readFile(`${home}/pid`, 'utf8'));
    for (let tries = 0; tries < 100; tries++, await sleep(20)) {
      try {
        process.kill(pid, 0);
      } catch {
        return true;
      }
    }
    return false;
  };

  test('a helper that hangs is ended', async () => {
    await inHome({ credsStore: 'x' }, { x: stuck }, async (options) => {
      const error = await errorOf(credentialsFor('a.io/x', { ...options, helperTimeout: 1000 }));
      expect(error.code).toBe('HELPER_TIMED_OUT');
      expect(error.message).toBe('The credential helper docker-credential-x did not respond within 1000 ms for a.io.');
      expect(await hasExited(options.config)).toBe(true);
    });
  });

  test('a child of the helper that holds the pipe does not block the call', async () => {
    await inHome({ credsStore: 'x' }, { x: 'sleep 5 & sleep 5' }, async (options) => {
      const before = performance.now();
      const error = await errorOf(credentialsFor('a.io/x', { ...options, helperTimeout: 300 }));
      expect(error.code).toBe('HELPER_TIMED_OUT');
      expect(performance.now() - before).toBeLessThan(4000);
    });
  });

  test('a signal ends it with its own reason', async () => {
    await inHome({ credsStore: 'x' }, { x: stuck }, async (options) => {
      const reason = new Error('enough');
      const controller = new AbortController();
      const asked = errorOf(credentialsFor('a.io/x', { ...options, signal: controller.signal }));
      await sleep(1000);
      controller.abort(reason);
      expect(await asked).toBe(reason);
      expect(await hasExited(options.config)).toBe(true);
      expect(await errorOf(credentialsFor('a.io/x', { ...options, signal: controller.signal }))).toBe(reason);
    });
  });

  test.each([0, -1, Number.NaN, Infinity])('a time limit of %s is rejected', async (helperTimeout) => {
    const error = await inHome({}, {}, (options) => errorOf(credentialsFor('a.io/x', { ...options, helperTimeout })));
    expect(error.code).toBe('TIMEOUT_INVALID');
  });
});
