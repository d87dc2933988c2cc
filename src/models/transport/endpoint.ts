/** Where is a server, and is it one of ours or somebody else's? */
import { BlockList, isIP } from 'node:net';
import { UsageError } from '../../core/errors.ts';

/**
 * A base URL without trailing slashes.
 *
 * @throws UsageError when it is not an absolute http(s) URL, or holds a user name or password.
 */
export function normalEndpoint(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new UsageError(
      `endpoint ${JSON.stringify(text)} is not a URL such as http://localhost:8000/v1`,
    );
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new UsageError(`endpoint ${JSON.stringify(text)} must start with http:// or https://`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError(
      `the endpoint on ${url.host} holds a user name or password; give secrets as an API key instead`,
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Loopback, a private or link-local address, a name without a dot, or a name of a local domain. */
export function isPrivateHost(endpoint: string): boolean {
  const host = new URL(endpoint).hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const family = isIP(host);
  if (family !== 0) return privateAddresses().check(host, family === 6 ? 'ipv6' : 'ipv4');
  return !host.includes('.') || /\.(localhost|local|internal|lan|intranet|home\.arpa)$/.test(host);
}

export function hostOf(endpoint: string): string {
  return new URL(endpoint).hostname.toLowerCase();
}

function privateAddresses(): BlockList {
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8, 'ipv4');
  list.addSubnet('10.0.0.0', 8, 'ipv4');
  list.addSubnet('172.16.0.0', 12, 'ipv4');
  list.addSubnet('192.168.0.0', 16, 'ipv4');
  list.addSubnet('169.254.0.0', 16, 'ipv4');
  list.addSubnet('100.64.0.0', 10, 'ipv4');
  list.addAddress('0.0.0.0', 'ipv4');
  list.addAddress('::1', 'ipv6');
  list.addSubnet('fc00::', 7, 'ipv6');
  list.addSubnet('fe80::', 10, 'ipv6');
  return list;
}
