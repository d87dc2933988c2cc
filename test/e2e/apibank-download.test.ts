import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DataProgress } from '../../src/core/dataset.ts';
import { sha256 } from '../../src/core/json.ts';
import {
  downloadSource,
  type RemoteFile,
  remoteFiles,
} from '../../src/datasets/apibank/data/download.ts';
import {
  INVENTED_CATALOG,
  INVENTED_FILES,
  upstreamFiles,
} from '../unit/datasets/apibank/data/upstream-tree.ts';

const tree: { readonly [path: string]: string } = {
  ...upstreamFiles(INVENTED_CATALOG, 'double'),
  ...INVENTED_FILES,
};

type Answer = (response: ServerResponse, body: string, attempt: number) => void;

const whole: Answer = (response, body) => {
  response.end(body);
};

let folder = '';
let base = '';
let requests: string[] = [];
let answers: Map<string, Answer>;
let close: () => Promise<void>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'apibank-download-'));
  requests = [];
  answers = new Map();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = decodeURI(request.url ?? '').slice(1);
    requests.push(path);
    const body = tree[path];
    if (body === undefined) response.writeHead(404).end();
    else
      (answers.get(path) ?? whole)(response, body, requests.filter((one) => one === path).length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
});

afterEach(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

function files(): RemoteFile[] {
  return Object.entries(tree).map(([path, body]) => ({
    url: `${base}/${encodeURI(path)}`,
    path,
    sha256: sha256(body),
  }));
}

interface Run {
  readonly list?: readonly RemoteFile[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: DataProgress) => void;
}

async function download({
  list = files(),
  signal,
  onProgress,
}: Run = {}): Promise<ReadonlyMap<string, Uint8Array>> {
  const content = await downloadSource(join(folder, 'down'), list, {
    signal: signal ?? new AbortController().signal,
    onProgress: onProgress ?? (() => undefined),
    fetch: globalThis.fetch,
    retryDelayMs: 1,
  });
  return content.files;
}

const database = 'init_database/Books.json';

describe('a download', () => {
  it('fetches every file once, reports progress and reads the result', async () => {
    const progress: DataProgress[] = [];
    const found = await download({ onProgress: (one) => progress.push(one) });
    expect(Buffer.from(found.get(database) ?? []).toString()).toBe(tree[database]);
    expect(requests.sort()).toEqual(Object.keys(tree).sort());
    const total = Object.keys(tree).length;
    expect(progress.map((one) => one.done)).toEqual(
      Array.from({ length: total }, (_, index) => index + 1),
    );
    expect(progress.every((one) => one.total === total && one.step === 'download')).toBe(true);
  });

  it('names the address that answers 404, without repeating it', async () => {
    const missing = { url: `${base}/gone.json`, path: 'gone.json', sha256: sha256('') };
    await expect(download({ list: [...files(), missing] })).rejects.toMatchObject({
      code: 'prerequisite',
      message: `${base}/gone.json answered 404 Not Found`,
      hints: expect.arrayContaining([expect.stringContaining('APIBANK_DOWNLOAD_BASE')]) as string[],
    });
    expect(requests.filter((path) => path === 'gone.json')).toHaveLength(1);
  });

  it('refuses other bytes than expected', async () => {
    answers.set(database, (response) => response.end('{"b1": {"shelf": 4}}'));
    await expect(download()).rejects.toThrow(
      /Books\.json is not the expected file: SHA-256 [0-9a-f]{64} instead of/u,
    );
    expect(existsSync(join(folder, 'down', database))).toBe(false);
  });

  it('repeats a request whose connection was cut or whose server was busy', async () => {
    answers.set(database, (response, body, attempt) => {
      if (attempt === 1) {
        response.writeHead(200, { 'content-length': body.length });
        response.write(body.slice(0, 3), () => response.destroy());
      } else if (attempt === 2) response.writeHead(503).end();
      else response.end(body);
    });
    await download();
    expect(requests.filter((path) => path === database)).toHaveLength(3);
  });

  it('gives up on a connection that is cut every time', async () => {
    answers.set(database, (response) => response.destroy());
    await expect(download()).rejects.toMatchObject({
      code: 'prerequisite',
      message: expect.stringMatching(/Books\.json could not be read: /u) as string,
    });
  });

  it('goes on where it stopped: finished files are not fetched again, damaged ones are', async () => {
    answers.set(database, (response) => response.writeHead(403).end());
    await expect(download()).rejects.toThrow('answered 403');
    const kept = Object.keys(tree).filter((path) => existsSync(join(folder, 'down', path)));
    answers.clear();
    requests = [];
    await download();
    expect(requests.sort()).toEqual(
      Object.keys(tree)
        .filter((path) => !kept.includes(path))
        .sort(),
    );
    requests = [];
    rmSync(join(folder, 'down', 'LICENSE'));
    await download();
    expect(requests).toEqual(['LICENSE']);
    expect(readFileSync(join(folder, 'down', '.gitignore'), 'utf8')).toBe('*\n');
  });

  it('stops when it is told to', async () => {
    const controller = new AbortController();
    answers.set(database, () => {
      controller.abort(new Error('the user said stop'));
    });
    await expect(download({ signal: controller.signal })).rejects.toThrow('the user said stop');
  });
});

describe('the table of sources', () => {
  it('is pinned, complete and can be redirected', () => {
    const pinned = remoteFiles({});
    expect(pinned).toHaveLength(360);
    expect(new Set(pinned.map((file) => file.path)).size).toBe(360);
    expect(pinned.every((file) => /^[0-9a-f]{64}$/u.test(file.sha256))).toBe(true);
    expect(pinned.every((file) => /\/(?:resolve\/)?[0-9a-f]{40}\//u.test(file.url))).toBe(true);
    const mirrored = remoteFiles({
      APIBANK_DOWNLOAD_BASE: `${base}/`,
      APIBANK_DOWNLOAD_BASE_HF: `${base}/hf`,
    });
    expect(mirrored.find((file) => file.path === database.replace('Books', 'Bank'))?.url).toBe(
      `${base}/init_database/Bank.json`,
    );
    expect(mirrored.at(-1)?.url).toBe(`${base}/hf/test-data/level-3.json`);
  });
});
