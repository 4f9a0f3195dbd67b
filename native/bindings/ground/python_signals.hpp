// Lets Python's signal handlers run while a kernel works, so that Ctrl-C ends it.
#pragma once

#include <nanobind/nanobind.h>

#include "ground/interruption.hpp"

namespace truebox {

// Python runs its handlers on the main thread only: the others need not wait for the lock.
inline unsigned long python_main_thread = 0;

inline void run_python_signal_handlers() {
  if (PyThread_get_thread_ident() != python_main_thread) return;
  const nanobind::gil_scoped_acquire held;
  if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
}

// To be called while the module is made. Who did not import `threading` has one thread.
inline void listen_to_python_signals() {
  python_main_thread = PyThread_get_thread_ident();
  const nanobind::dict modules = nanobind::borrow<nanobind::dict>(PyImport_GetModuleDict());
  if (modules.contains("threading") && nanobind::hasattr(modules["threading"], "main_thread")) {
    const nanobind::object main = modules["threading"].attr("main_thread")();
    python_main_thread = nanobind::cast<unsigned long>(main.attr("ident"));
  }
  asked_while_working.store(&run_python_signal_handlers, std::memory_order_release);
}

}  // namespace truebox
