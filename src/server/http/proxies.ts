/**
 * Trusted proxies, whose X-Forwarded-For is believed: a number of hops, counted from us. The nearest must also be in a
 * private network: a count alone would let a client that reaches the program directly forge the header.
 */
import { BlockList, isIPv6 } from 'node:net'

/** The value of Fastify's `trustProxy` for a number of hops. */
export function trustedProxies(hops: number): false | ((address: string, hop: number) => boolean) {
  return hops > 0 && ((address, hop) => hop < hops && (hop > 0 || isPrivate(address)))
}

function isPrivate(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return privateNetworks.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}

const privateNetworks = new BlockList()
privateNetworks.addSubnet('127.0.0.0', 8)
privateNetworks.addSubnet('10.0.0.0', 8)
privateNetworks.addSubnet('172.16.0.0', 12)
privateNetworks.addSubnet('192.168.0.0', 16)
privateNetworks.addSubnet('100.64.0.0', 10)
privateNetworks.addAddress('::1', 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fe80::', 10, 'ipv6')
