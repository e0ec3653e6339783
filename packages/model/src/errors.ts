import { SigmaError } from '@sigma/engine'

export const scriptUnreadable = (file: string, why: string): SigmaError =>
  new SigmaError('model-script-unreadable', `${file} cannot be read: ${why}`, { hint: 'sigma model --example' })

export const scriptWrong = (file: string, problems: string): SigmaError =>
  new SigmaError('model-script-wrong', `${file} is no script of a model.\n${problems}`, {
    hint: 'sigma model --example',
  })

export const cannotListen = (port: number, cause: Error): SigmaError =>
  new SigmaError('model-port', `Nothing could listen on port ${port} of 127.0.0.1: ${cause.message}`, {
    hint: 'Leave --port out: any that is free is taken.',
    cause,
  })
