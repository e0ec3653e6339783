import { closeMs } from '../../adapter.ts'
import type { Profile } from '../profile.ts'

/** A program of which nothing is known: what it needs is named in the configuration. The other profiles go over this one. */
export const generic: Profile = {
  title: 'The agent',
  verified: false,
  command: [],
  install: null,
  login:
    'Log in with it by hand, and name the files and hosts that it needs in the configuration: reads, writes, hosts.',
  env: {},
  keys: [],
  addresses: [],
  programs: [],
  modelVariable: null,
  logins: [],
  hosts: [],
  flags: () => [],
  web: 'unknown',
  mode: () => null,
  authentication: () => null,
  endsMs: closeMs.ended,
  nameOf: () => null,
  capabilities: { usage: 'none' },
}
