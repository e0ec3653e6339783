/** The commands of `pm`, in the order of its help. */
import type { KitCommand } from '@sigma/engine'
import * as owners from './owners.ts'
import * as people from './people.ts'
import * as rooms from './rooms.ts'

export const boardCommands: readonly KitCommand[] = [
  people.initCommand,
  people.taskCommand,
  rooms.statusCommand,
  people.resetCommand,
  people.killCommand,
  rooms.chatCommand,
  rooms.sayCommand,
  rooms.historyCommand,
  rooms.showCommand,
  rooms.whyCommand,
  owners.phaseCommand,
  owners.extendCommand,
  owners.endCommand,
  owners.subtaskCommand,
  owners.waitChildrenCommand,
  owners.doneCommand,
  owners.decideCommand,
  rooms.objectCommand,
  owners.answerCommand,
  rooms.escalateCommand,
  rooms.voteCommand,
  rooms.holdCommand,
  owners.waitCommand,
  people.eventCommand,
  people.pauseCommand,
  people.resumeCommand,
  people.redirectCommand,
  people.acknowledgeCommand,
  people.vetoCommand,
]
