/** All that a command needs that only shows what was recorded; loads no schemas, no protocols, and nothing that acts. */

export * from './errors.ts'
export { nearest } from './nearest.ts'
export { type AskedPerson, askedIn } from './people/asked.ts'
export { isAlive, isOver, stateOf } from './store/alive.ts'
export { type Holder, holderOf } from './store/lock.ts'
export { type TurnWait, waitsIn } from './turns/model-waits.ts'
export { type Reminder, remindersIn, reminderType } from './turns/reminders.ts'
export { type Course, courseOf, eventsOf, familyCourseOf, notesIn } from './views/course.ts'
export { workName } from './views/place.ts'
export { openReader } from './views/reader.ts'
export { type RunUsage, type UsageSum, usageOf } from './views/usage.ts'
export type * from './views/views.ts'
