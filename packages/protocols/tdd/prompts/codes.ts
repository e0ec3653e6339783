import type { TemplateSource } from '@sigma/engine'

/** When a code of the loop is right. */
export const codes: TemplateSource['codes'] = {
  P0C: { means: 'the interfaces stand, callable, each throwing "not implemented"' },
  RC: { means: 'the tests stand as they now are, and fail for the right reason' },
  GC: { means: 'all tests pass' },
  TA: { means: 'you corrected the test' },
  TI: {
    means: 'a test is wrong; the message names the test and what it should demand instead',
    wayOut: 'answer TI if a test is wrong, and say what it should demand',
  },
  RTC: { means: 'the tests are as good as you can make them, also when nothing had to change' },
  RIC: { means: 'the implementation is as good as you can make it, also when nothing had to change' },
  APPROVED: { means: 'nothing has to change' },
  NEEDS_CHANGE: { means: 'something has to change; the message lists each point with file and reason' },
}
