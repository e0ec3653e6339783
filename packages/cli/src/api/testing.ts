/** What a protocol of one's own is tried with: `@sigma/cli/testing`. */
export { explore } from '@sigma/protocol'
export { answered, called, decided, failed, judged, play, transcript, wander } from '@sigma/protocol/testing'
