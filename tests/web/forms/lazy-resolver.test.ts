import { expect, test } from 'bun:test';
import type { Resolver } from 'react-hook-form';
import { lazyResolver } from '#web/forms/lazy-resolver.ts';

type Values = { email: string };
const options = { fields: {}, shouldUseNativeValidation: false };
const wrong = { type: 'custom', message: 'Please enter a valid email' };
const refusing: Resolver<Values> = () => ({ values: {}, errors: { email: wrong } });

test('a form is checked by the file with its validation', async () => {
  const resolver = lazyResolver<Values>(async () => refusing);

  expect(await resolver({ email: 'nobody' }, undefined, options)).toEqual({
    values: {},
    errors: { email: wrong },
  });
});

test('while the file cannot be loaded, values are sent unchecked, and the next try loads it again', async () => {
  let tries = 0;
  const resolver = lazyResolver<Values>(async () => {
    tries += 1;
    if (tries === 1) throw new TypeError('Failed to fetch');
    return refusing;
  });
  const check = () => resolver({ email: 'nobody' }, undefined, options);

  expect(await check()).toEqual({ values: { email: 'nobody' }, errors: {} });
  expect(await check()).toMatchObject({ errors: { email: wrong } });
});
