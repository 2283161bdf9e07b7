// Ends the talk by the button or by Escape, unless Escape closes something else first.

const LEAVERS = new WeakMap();

export default function ({ parentElement, setTriggerValue }) {
  LEAVERS.get(parentElement)?.();
  const leave = () => setTriggerValue("leave", true);
  const onKey = (event) => {
    if (event.key !== "Escape") return;
    // Others may still take it.
    setTimeout(() => event.defaultPrevented || leave());
  };
  parentElement.querySelector("button").onclick = leave;
  addEventListener("keydown", onKey);
  LEAVERS.set(parentElement, () => removeEventListener("keydown", onKey));
  return () => LEAVERS.get(parentElement)?.();
}
