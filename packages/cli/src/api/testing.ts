/** The module `@sigma/cli/testing`: what a project tries its own protocol with, without a host. */
export { explore } from '@sigma/protocol'
export { answered, called, decided, failed, judged, play, transcript, wander } from '@sigma/protocol/testing'
