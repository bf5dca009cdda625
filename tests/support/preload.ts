import { setDefaultTimeout } from 'bun:test';

// Real processes are started and killed; what must be fast is measured in tests/bench.
setDefaultTimeout(60_000);
