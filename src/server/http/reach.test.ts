import { expect, test } from 'vitest'
import { addressFault, isNetwork, openReach } from '#server/http/reach.ts'

const reach = openReach({ privateNetworks: [], allowsLoopback: false })

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'no address',
  '',
])('%s is no public receiver', address => {
  expect(reach.mayCall(address)).toBe(false)
})

test.each([
  '8.8.8.8',
  '93.184.216.34',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '2a00:1450:4003::200e',
])('%s may be called', address => {
  expect(reach.mayCall(address)).toBe(true)
})

test('an operator opens a network inside, and that alone', () => {
  const opened = openReach({ privateNetworks: ['10.20.0.0/16', 'fd00:20::/32'], allowsLoopback: false })
  expect(['10.20.3.4', 'fd00:20::1'].map(opened.mayCall)).toEqual([true, true])
  expect(['10.21.0.1', 'fd00:21::1', '127.0.0.1'].map(opened.mayCall)).toEqual([false, false, false])
})

test.each([
  ['https://sistema.example/webhook', null],
  ['https://sistema.example:8443/webhook?a=1', null],
  ['https://93.184.216.34/', null],
  ['http://sistema.example/', 'not_https'],
  ['ftp://sistema.example/', 'not_https'],
  ['file:///etc/passwd', 'not_an_address'],
  ['sistema.example', 'not_an_address'],
  ['https://ana:clave@sistema.example/', 'not_an_address'],
  ['https://sistema.example/#parte', 'not_an_address'],
  ['https://sistema.example:22/', 'port_closed'],
  ['https://sistema.example:25/', 'port_closed'],
  ['https://localhost/', 'private_address'],
  ['https://localhost./', 'private_address'],
  ['https://127.1/', 'private_address'],
  ['https://0x7f000001/', 'private_address'],
  ['https://2130706433/', 'private_address'],
  ['https://[::1]/', 'private_address'],
  ['https://[::ffff:10.0.0.1]/', 'private_address'],
  ['https://169.254.169.254/latest/meta-data', 'private_address'],
] as const)('%s: %s', (address, fault) => {
  expect(addressFault(address, reach)).toBe(fault)
})

test('this machine is within reach where nothing is in earnest, also without TLS, and nothing else', () => {
  const trial = openReach({ privateNetworks: [], allowsLoopback: true })
  expect(addressFault('http://127.0.0.1:8080/in', trial)).toBeNull()
  expect(addressFault('http://localhost:8080/in', trial)).toBeNull()
  expect(addressFault('http://sistema.example/in', trial)).toBe('not_https')
  expect(addressFault('https://10.0.0.1/in', trial)).toBe('private_address')
})

test.each([
  ['10.0.0.0/8', true],
  ['10.0.0.1', true],
  ['fd00::/8', true],
  ['10.0.0.0/33', false],
  ['fd00::/129', false],
  ['10.0.0/8', false],
  ['sistema.example', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0.0/', false],
  ['', false],
])('%s is a network: %s', (text, is) => {
  expect(isNetwork(text)).toBe(is)
})
