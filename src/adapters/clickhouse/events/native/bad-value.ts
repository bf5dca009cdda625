/** A value that its column cannot hold: the same row would be refused again. */
export class BadValue extends Error {
  override readonly name = 'BadValue';

  constructor(type: string) {
    super(`A value is no ${type}`);
  }
}
