import { serve } from '../hosting/serve.ts'
import { command } from './command.ts'
import { toggle, word } from './flags.ts'

export const serveCommand = command({
  brief: 'Host the project until it is told to end',
  about:
    'Hosts the project in the foreground, e.g. for systemd: takes up the unfinished runs that nobody stopped, plays what other commands begin with --detach, and stays when nothing is left to do. Prints one line when it is ready; a signal ends it in order. With --background it is what --detach starts: it ends by itself, and goes on with the runs that are named. With --standby it is what step commands leave behind.',
  flags: {
    background: toggle('End when nothing is left to do'),
    standby: toggle('Stand by for step commands'),
  },
  takes: word('With --background: a run to go on with when its host ends', 'run'),
  plays: async ({ world }, { background, standby }, ...runs) => {
    if (standby) return await (await import('../standby/stand-by.ts')).standBy(world)
    return await serve(world, { mode: background ? 'background' : 'service', runs: background ? runs : [] })
  },
})
