export function LandingPage() {
  return (
    <main>
      <h1>Brand, Track, Convert!</h1>
    </main>
  );
}
