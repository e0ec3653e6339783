/** An attempt is named `<effect id>@<sequence of the event that began it>`. Only this file makes such a name and reads one. */

export function attemptName(effect: string, sequence: number): string {
  return `${effect}@${sequence}`
}

/** Id of the effect that the attempt is of; a name without a sequence is an id itself. */
export function effectOfAttempt(attempt: string): string {
  return attempt.replace(/@\d+$/, '')
}

export function sequenceOfAttempt(attempt: string): number {
  return Number(attempt.slice(attempt.lastIndexOf('@') + 1))
}
