import type { Profile } from '../profile.ts'

/** A program of which nothing is known: what it needs is named in the configuration. */
export const generic: Profile = {
  name: 'generic',
  title: 'The agent',
  verified: false,
  command: [],
  install: null,
  login:
    'Log in with it by hand, and name the files and hosts that it needs in the configuration: reads, writes, hosts.',
  env: {},
  variables: { keys: [], addresses: [], programs: [], model: null },
  logins: [],
  hosts: [],
  web: 'unknown',
  mode: () => null,
  authentication: () => null,
  corrects: { usage: 'none' },
}
