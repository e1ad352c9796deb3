/**
 * Addresses of other systems that the program may call, when people say them: on the public internet, never inside the
 * network in which the program runs, but for what its operator allows.
 */
import { BlockList, isIP, isIPv6 } from 'node:net'

/** Networks of IPv4 that are no public receivers: private, loopback, link-local with its metadata, shared, reserved … */
const closedNetworks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Metadata of a cloud, outside any private network.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Of the public part of IPv6: tunnels that carry IPv4 inside, and documentation.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]
/** All that is public of IPv6: outside of it lie loopback, link-local, private, multicast and IPv4 in other forms. */
const publicIpv6 = ['2000::/3']
const loopback = ['127.0.0.0/8', '::1/128']

export type Reach = {
  /** True for an address, in digits, that may be called. */
  readonly mayCall: (address: string) => boolean
  /** True in development and tests: receivers on this machine, also without TLS. */
  readonly allowsLoopback: boolean
}

export type ReachSettings = {
  /** Networks (`10.20.0.0/16`) inside which receivers stand that may be called. */
  readonly privateNetworks: readonly string[]
  readonly allowsLoopback: boolean
}

export function openReach({ privateNetworks, allowsLoopback }: ReachSettings): Reach {
  const closed = networkList(closedNetworks)
  const open = networkList([...privateNetworks, ...(allowsLoopback ? loopback : [])])
  const global = networkList(publicIpv6)
  const mayCall = (address: string): boolean => {
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (isIP(address) === 0) return false
    if (open.check(address, family)) return true
    return !closed.check(address, family) && (family === 'ipv4' || global.check(address, family))
  }
  return { mayCall, allowsLoopback }
}

/** True for a network in digits: `10.20.0.0/16`, `fd00::/8`, or one address. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return (
    rest.length === 0 && most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  )
}

function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return list
}

/** Fault of an address that shows before anything of it is resolved. */
export type AddressFault = 'not_an_address' | 'not_https' | 'port_closed' | 'private_address'

const standardPort = 443
/** Below it stand services that speak something else: mail, databases of old, remote shells. */
const firstFreePort = 1024

export function addressFault(text: string, reach: Reach): AddressFault | null {
  const url = URL.parse(text)
  if (!url || !isPlain(url)) return 'not_an_address'
  const host = hostFrom(url)
  const isHere =
    host === 'localhost' || (isIP(host) !== 0 && networkList(loopback).check(host, familyFrom(host)))
  if (isHere && reach.allowsLoopback) return /^https?:$/.test(url.protocol) ? null : 'not_https'
  if (url.protocol !== 'https:') return 'not_https'
  const port = url.port === '' ? standardPort : Number(url.port)
  if (port !== standardPort && port < firstFreePort) return 'port_closed'
  const isPrivate = isHere || (isIP(host) !== 0 && !reach.mayCall(host))
  return isPrivate ? 'private_address' : null
}

/** True without a name and a password of somebody, and without a place in a page: neither would be sent. */
const isPlain = ({ username, password, hash, hostname }: URL): boolean =>
  username === '' && password === '' && hash === '' && hostname !== ''

const familyFrom = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** The host of an address as the network wants it: an IPv6 address without brackets, a name without a final dot. */
export const hostFrom = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
