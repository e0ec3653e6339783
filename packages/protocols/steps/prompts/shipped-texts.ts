/**
 * Hashes of the texts of steps that came with Sigma, the oldest first, as they are told. Sigma lays its texts into projects and
 * leaves them there, so those of earlier versions lie in projects too; nobody has to confirm what Sigma itself wrote. Whoever
 * changes a text adds its hash here, and takes none away.
 */
export const shippedTexts: Readonly<Partial<Record<string, readonly string[]>>> = {
  'dynamic-step-1': ['16cf8afecc67485491eb562efb994b06b2ee5141f9af9c65c1e2f37c28a8960e'],
  'dynamic-step-2': [
    'b4e81889727667e022d3921e9b33683183e3dbcd0c2ebc8612f95d9be7e59bda',
    '2a6d46cb5ce22251d8fc357c5f203673dc92165e6b1d0240d387d4c395154ae6',
  ],
  'dynamic-step-3': [
    '54aba0088209e73afbc9e3fdeaa541bd9643e8b29aa6aea7a5d1169736316036',
    '299246d32eacf5aa92be8aaa7af46174846ad7bce950aa80a38ec9d2a079b061',
  ],
  'dynamic-step-4': ['45dd071017168b49765eab7d6c898c6d07035b8ba0f2032fe66c5b3a08746f47'],
  'dynamic-step-5': ['683de4cb88b229f94636ca9086802cdbd63e52cdd8b6c81a09273ef75502ff4d'],
  'skill-step-1': ['6193f5405a3ea778c1abd5ca9491d51a2d53f9d9cc66ad0c9e69876258ab092b'],
  'skill-step-2': ['dea02c70715bda452eb657a0ab25331e76d8d88b64e141bb53f93b592075b1dc'],
  'skill-step-3': [
    'fb84395302e732b7272c97dca864cf877e872009086f4b261a06cfa30d4ccff6',
    'de1de4aa6334be8dcbed147c8faf33188229b444f9ead8ef0e34430b98123bbb',
  ],
  'skill-step-4': ['193c8de54ade32257880c35b45221329039a0d578097b6cf95e65b997cd772f3'],
  'skill-step-5': [
    '68aa686957c392fbfdd0ab8ffa1ddca72c9d25bb61933213c330373bd46068af',
    '69f9493569507f152dadf60e10a0c4ddc2918e28b4b73d7c6ceb021c021284ae',
  ],
  'skill-step-6': ['790afb28cf9e09c65c9eb4ddcfa1ef57e0d7c0596e37ce1057895881c1f318b6'],
}
