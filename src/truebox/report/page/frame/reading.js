// The link of the section that is being read is marked.
const inSight = new Set();
const reader = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) inSight[isIntersecting ? "add" : "delete"](target);
  const [first] = [...document.querySelectorAll("main section")].filter((each) => inSight.has(each));
  if (!first) return;
  for (const link of document.querySelectorAll("header nav a")) {
    if (link.hash === `#${first.id}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}, { rootMargin: "-20% 0px -60% 0px" });
document.querySelectorAll("main section").forEach((each) => reader.observe(each));
