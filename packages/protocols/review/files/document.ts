import type { PrintedDocument } from '@sigma/engine'

/** What `sigma review --json` prints of a review that has ended: its summary alone (SIG-88). */
export const summaryDocument: PrintedDocument = ({ run, reports }) => (run.status === 'ended' ? reports(run.run) : null)
