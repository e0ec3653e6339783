import { SigmaError } from '@sigma/engine'

export const scriptUnreadable = (file: string, why: string): SigmaError =>
  new SigmaError('model-script-unreadable', `${file} cannot be read: ${why}`, { hint: 'sigma model --example' })

export const scriptWrong = (file: string, problems: string): SigmaError =>
  new SigmaError('model-script-wrong', `${file} is no script of a model.\n${problems}`, {
    hint: 'sigma model --example',
  })
