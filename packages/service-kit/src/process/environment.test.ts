import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ConfigurationError, Environment } from './environment.ts';

function faultOf(
  read: (env: Environment) => unknown,
  values: Readonly<Record<string, string>> = {},
  argv: readonly string[] = [],
): string | undefined {
  const env = new Environment(values, argv);
  read(env);
  try {
    env.finish();
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return undefined;
}

describe('a setting', () => {
  test('is read from its option, then from its variable, then from the default', () => {
    const port = (values: Record<string, string>, ...argv: string[]) =>
      new Environment(values, argv).integer({ name: 'PORT', fallback: 8090 });
    expect(port({ PORT: '1' }, '--port', '2')).toBe(2);
    expect(port({ PORT: '1' }, '--port=2')).toBe(2);
    expect(port({ PORT: '1' })).toBe(1);
    expect(port({})).toBe(8090);
  });

  test('of several words has an option with hyphens', () => {
    expect(
      new Environment({}, ['--node-lost-grace-sec', '7']).integer({ name: 'NODE_LOST_GRACE_SEC', fallback: 300 }),
    ).toBe(7);
  });

  test('counts as unset if it is empty', () => {
    const env = new Environment({ PORT: '', HOST: '' });
    expect([
      env.integer({ name: 'PORT', fallback: 8090 }),
      env.text({ name: 'HOST', fallback: 'localhost' }),
      env.optional({ name: 'HOST' }),
    ]).toEqual([8090, 'localhost', undefined]);
    expect(faultOf((env) => env.text({ name: 'DATABASE_URL' }), { DATABASE_URL: '' })).toBe('DATABASE_URL is not set');
  });

  test('keeps an equals sign, a newline and hyphens in its value', () => {
    const env = new Environment({}, ['--a=b=c', '--d', '--e', '--f=g\nh']);
    expect([env.optional({ name: 'A' }), env.optional({ name: 'D' }), env.optional({ name: 'F' })]).toEqual([
      'b=c',
      '--e',
      'g\nh',
    ]);
  });

  test('takes the last value if its option is given twice', () => {
    expect(new Environment({}, ['--port', '1', '--port', '2']).integer({ name: 'PORT', fallback: 8090 })).toBe(2);
  });
});

describe('an integer', () => {
  const read = (env: Environment) => env.integer({ name: 'PORT', fallback: 8090, min: 1, max: 65_535 });

  test.each(['1', '65535', '0080'])('may be %s', (text) => {
    expect(faultOf(read, { PORT: text })).toBeUndefined();
    expect(new Environment({ PORT: text }).integer({ name: 'PORT', fallback: 8090 })).toBe(Number(text));
  });

  test.each(['0', '65536', '-1', '+1', '1.5', '1e3', '0x10', ' 80', '80 ', 'http', '99999999999999999999'])(
    'may not be %j, and the fault names the variable and the expected values',
    (text) => {
      expect(faultOf(read, { PORT: text })).toBe(`PORT is '${text}'. Expected an integer from 1 to 65535`);
      expect(faultOf(read, {}, ['--port', text])).toBe(`PORT is '${text}'. Expected an integer from 1 to 65535`);
    },
  );

  test('may be from 0 to the largest exact integer by default', () => {
    expect(faultOf((env) => env.integer({ name: 'N', fallback: 1 }), { N: '0' })).toBeUndefined();
    expect(faultOf((env) => env.integer({ name: 'N', fallback: 1 }), { N: '9007199254740991' })).toBeUndefined();
    expect(faultOf((env) => env.integer({ name: 'N', fallback: 1 }), { N: '9007199254740993' })).toMatch(/^N is /);
  });
});

describe('a text', () => {
  test('is refused if it is not in its fixed set, and the fault lists the set', () => {
    const read = (env: Environment) => env.oneOf({ name: 'LOG_LEVEL', values: ['info', 'debug'], fallback: 'info' });
    expect(faultOf(read, { LOG_LEVEL: 'debug' })).toBeUndefined();
    expect(faultOf(read, { LOG_LEVEL: 'INFO' })).toBe("LOG_LEVEL is 'INFO'. Expected one of info, debug");
    expect(read(new Environment({}))).toBe('info');
  });

  test('is refused if it has another form, and the fault describes the form', () => {
    const read = (env: Environment) =>
      env.match({ name: 'DATABASE_SCHEMA', pattern: /^[a-z]+$/, expected: 'a lower-case SQL name', fallback: 'grid' });
    expect(faultOf(read, { DATABASE_SCHEMA: 'other' })).toBeUndefined();
    expect(faultOf(read, { DATABASE_SCHEMA: 'x;drop' })).toBe(
      "DATABASE_SCHEMA is 'x;drop'. Expected a lower-case SQL name",
    );
  });
});

describe('a URL', () => {
  const read = (env: Environment) => env.url({ name: 'DATABASE_URL', protocols: ['postgres:', 'postgresql:'] });

  test.each(['postgres://localhost/x', 'postgresql://user:pass@db:5432/grid', 'postgres:///grid?host=/run/postgresql'])(
    'may be %s',
    (text) => {
      expect(faultOf(read, { DATABASE_URL: text })).toBeUndefined();
    },
  );

  test.each(['mysql://user:secret@db/x', 'user:secret@db', 'postgres:secret', '//secret', 'secret'])(
    'may not be %s, and the fault does not repeat its text',
    (text) => {
      const fault = faultOf(read, { DATABASE_URL: text });
      expect(fault).toBe('DATABASE_URL is not a URL. Expected postgres: or postgresql://...');
      expect(fault).not.toContain('secret');
    },
  );

  test('is reported once by name if it is required but missing', () => {
    expect(faultOf(read)).toBe('DATABASE_URL is not set');
  });

  test('may be missing if it is optional', () => {
    const optional = (env: Environment) => env.optionalUrl({ name: 'REDIS_URL', protocols: ['redis:'] });
    expect(faultOf(optional)).toBeUndefined();
    expect(optional(new Environment({}))).toBeUndefined();
    expect(optional(new Environment({ REDIS_URL: 'redis://cache' }))).toBe('redis://cache');
    expect(faultOf(optional, { REDIS_URL: 'http://cache' })).toBe('REDIS_URL is not a URL. Expected redis://...');
  });

  test('may have a single-letter host', () => {
    expect(
      faultOf((env) => env.url({ name: 'REDIS_URL', protocols: ['redis:'] }), { REDIS_URL: 'redis://r' }),
    ).toBeUndefined();
  });
});

describe('faults at startup', () => {
  test('are reported together, once each, in order', () => {
    const read = (env: Environment) => {
      env.text({ name: 'A' });
      env.integer({ name: 'B', fallback: 1 });
      env.text({ name: 'A' });
      env.refuse('C and D: set both');
    };
    expect(faultOf(read, { B: 'x' })).toBe(
      "A is not set\nB is 'x'. Expected an integer from 0 to 9007199254740991\nC and D: set both",
    );
  });

  test.each([
    [['port', '80'], 'port'],
    [['-p', '80'], '-p'],
    [['--Port', '80'], '--Port'],
    [['--1', '80'], '--1'],
  ])('include the malformed options %j', (argv) => {
    expect(faultOf(() => undefined, {}, argv)).toMatch(/^option .* is malformed. Expected --name value$/);
  });

  test('include an option without a value', () => {
    expect(faultOf((env) => env.text({ name: 'HOST' }), {}, ['--host', 'a', '--port'])).toBe(
      'option --port is malformed. Expected --name value',
    );
  });

  test('name the argument that is not an option', () => {
    expect(faultOf(() => undefined, {}, ['port', '80'])).toBe('option port is malformed. Expected --name value');
  });
});

test('name an unknown option', () => {
  expect(faultOf((env) => env.integer({ name: 'PORT', fallback: 1 }), {}, ['--port', '2', '--prot', '3'])).toBe(
    'option --prot is unknown',
  );
});

describe('a secret', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'environment-'));
    writeFileSync(join(folder, 'token'), 'from a file\n');
    writeFileSync(join(folder, 'empty'), '\n');
    writeFileSync(join(folder, 'url'), 'postgres://u:p@h/d\n');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const token = (env: Environment) => env.secret({ name: 'TOKEN' });

  test('is read from its variable, then from the named file, and is unset otherwise', () => {
    expect(token(new Environment({ TOKEN: 'plain' }))).toBe('plain');
    expect(token(new Environment({ TOKEN_FILE: join(folder, 'token') }))).toBe('from a file');
    expect(token(new Environment({}))).toBeUndefined();
  });

  test('is refused if it is given twice, or if its file is empty or unreadable', () => {
    expect(faultOf(token, { TOKEN: 'a', TOKEN_FILE: join(folder, 'token') })).toBe(
      'TOKEN and TOKEN_FILE are both set. Set one of them',
    );
    expect(faultOf(token, { TOKEN_FILE: join(folder, 'empty') })).toMatch(/^TOKEN_FILE: .* is empty$/);
    expect(faultOf(token, { TOKEN_FILE: join(folder, 'absent') })).toMatch(/^TOKEN_FILE: ENOENT/);
  });

  test('may be a URL', () => {
    const url = (env: Environment) => env.url({ name: 'DATABASE_URL', protocols: ['postgres:'] });
    expect(url(new Environment({ DATABASE_URL_FILE: join(folder, 'url') }))).toBe('postgres://u:p@h/d');
    expect(faultOf(url, { DATABASE_URL_FILE: join(folder, 'token') })).toBe(
      'DATABASE_URL is not a URL. Expected postgres://...',
    );
    expect(faultOf(url, { DATABASE_URL_FILE: join(folder, 'absent') })).toMatch(/^DATABASE_URL_FILE: ENOENT[^\n]*$/);
  });
});
