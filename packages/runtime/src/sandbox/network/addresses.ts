import { BlockList, isIP, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

const loopback = listOf(['127.0.0.0/8', '::1/128'])

/**
 * Where no public name has any business: this machine, networks of a house or a firm, what answers a cloud's machines
 * about themselves, and forms of IPv6 that carry such an address of IPv4.
 */
const notPublic = listOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
])

export const isLoopback = (address: string): boolean => isIn(loopback, address)

/** Private is also each address of this machine: servers that listen everywhere answer there too. */
export function isPrivate(address: string): boolean {
  if (isIP(address) === 0 || isIn(notPublic, address)) return true
  return Object.values(networkInterfaces()).some((each) => each?.some((own) => own.address === address))
}

/** An address of IPv4 that is written as one of IPv6 is found among those of IPv4. */
function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return list
}
