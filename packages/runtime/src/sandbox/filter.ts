/**
 * A filter of system calls for what namespaces do not hold: the kernel's keys, calls that have been ways out, kinds of
 * sockets that know no network namespace, and typing into a terminal. In the kernel's classic BPF; a refused call
 * fails, nothing is ended.
 */

interface Architecture {
  readonly audit: number
  readonly ioctl: number
  readonly socket: number
  readonly refused: readonly number[]
}

/** keyctl and its kin, mounts, modules, kexec, clocks, bpf, perf, io_uring, handles, faults for user space, … */
const everywhere: readonly number[] = [425, 428, 429, 430, 431, 432, 433, 442, 443]

const architectures: Readonly<Record<string, Architecture>> = {
  x64: {
    audit: 0xc000003e,
    ioctl: 16,
    socket: 41,
    refused: [
      103, 134, 153, 155, 159, 161, 163, 164, 165, 166, 167, 168, 169, 172, 173, 175, 176, 179, 180, 212, 227, 246, 248,
      249, 250, 298, 300, 304, 305, 308, 313, 320, 321, 323,
    ],
  },
  arm64: {
    audit: 0xc00000b7,
    ioctl: 29,
    socket: 198,
    refused: [
      18, 39, 40, 41, 51, 58, 60, 89, 104, 105, 106, 112, 116, 142, 170, 171, 217, 218, 219, 224, 225, 241, 262, 265,
      266, 268, 273, 280, 282, 294,
    ],
  },
}

/** AF_UNIX, AF_INET, AF_INET6, AF_NETLINK. */
const families = [1, 2, 10, 16]
/** TIOCSTI, TIOCLINUX. */
const typing = [0x5412, 0x541c]

const [load, jumpIfEqual, jumpIfGreater, answer] = [0x20, 0x15, 0x35, 0x06]
const [allow, refuse, unsupported] = [0x7fff0000, 0x00050001, 0x00050061]
const [numberAt, architectureAt, firstAt, secondAt] = [0, 4, 16, 24]
/** From here on numbers are those of another calling convention. */
const foreignNumbers = 0x40000000

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number]

/** The filter for a processor; null: its system calls are not known, and are not filtered. */
export function filterFor(processor: string): Uint8Array | null {
  const known = architectures[processor]
  if (known === undefined) return null
  const refused = [...known.refused, ...everywhere]
  const program: readonly Instruction[] = [
    [load, 0, 0, architectureAt],
    [jumpIfEqual, 1, 0, known.audit],
    [answer, 0, 0, refuse],
    [load, 0, 0, numberAt],
    [jumpIfGreater, 0, 1, foreignNumbers],
    [answer, 0, 0, refuse],
    ...refused.flatMap((call): readonly Instruction[] => [
      [jumpIfEqual, 0, 1, call],
      [answer, 0, 0, refuse],
    ]),
    ...onArgument({ call: known.socket, at: firstAt, values: families }, allow, unsupported),
    ...onArgument({ call: known.ioctl, at: secondAt, values: typing }, refuse, allow),
    [answer, 0, 0, allow],
  ]
  return encoded(program)
}

interface Argument {
  readonly call: number
  readonly at: number
  readonly values: readonly number[]
}

/** Answers this call with `found` when its argument is one of the values, else with `other`; any other call is left for what follows. */
function onArgument({ call, at, values }: Argument, found: number, other: number): readonly Instruction[] {
  const body: readonly Instruction[] = [
    [load, 0, 0, at],
    ...values.flatMap((value): readonly Instruction[] => [
      [jumpIfEqual, 0, 1, value],
      [answer, 0, 0, found],
    ]),
    [answer, 0, 0, other],
  ]
  return [[jumpIfEqual, 0, body.length, call], ...body]
}

function encoded(program: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(program.length * 8)
  for (const [at, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, at * 8)
    bytes.writeUInt8(ifTrue, at * 8 + 2)
    bytes.writeUInt8(ifFalse, at * 8 + 3)
    bytes.writeUInt32LE(value >>> 0, at * 8 + 4)
  }
  return bytes
}
