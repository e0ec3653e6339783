/** What people hear of the processes that play their runs. */
import type { Greeting, Notice } from '@sigma/engine'
import { counted } from './columns.ts'
import { stepText } from './place.ts'

export function noticeText(notice: Notice): string {
  switch (notice.kind) {
    case 'silent':
      return `Waiting for process ${notice.pid}, which has this project and does not answer; is it paused?\nhint: kill -CONT ${notice.pid}`
    case 'answers':
      return 'The other sigma answers again.'
    case 'moved':
      return notice.isHost
        ? `The sigma that played ${notice.run} is gone; it goes on here.`
        : `The sigma that played ${notice.run} is gone; it goes on in ${hostText(notice.host)}.`
    case 'drains': {
      const turns = notice.doing.map(({ run, at }) => `${run} ${stepText(at)}`).join(', ')
      return `Waiting for ${counted(notice.doing.length, 'step')} of other runs to end: ${turns}. ^C hands over at once.`
    }
    case 'left':
      return notice.waited
        ? `${notice.run} is handed over to the sigma that waits for it.`
        : `${notice.run} was interrupted and stands as it was.\nhint: sigma resume ${notice.run}`
  }
}

/** `process 4242 (\`sigma tdd auth\`)` */
export const hostText = ({ pid, command }: Pick<Greeting, 'pid' | 'command'>): string =>
  `process ${pid} (\`${command}\`)`

export const otherConfigurationText = (host: Greeting): string =>
  `warning: The configuration has changed since ${hostText(host)} began, and what it plays goes on with the earlier one.\nhint: sigma stop, then: sigma resume`
