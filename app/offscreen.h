// SPDX-License-Identifier: GPL-3.0-or-later
// The application object of a subcommand that paints: no display, and the same picture with and without one. Main thread, once a
// process.
#pragma once

#include <QApplication>

namespace attnscope {

class OffscreenApplication {
public:
    explicit OffscreenApplication(bool dark);

private:
    struct Environment { ///< set before Qt starts
        Environment();
    };
    Environment m_environment;
    int m_count = 1;
    char m_name[10] = "attnscope";
    char* m_arguments[2] = { m_name, nullptr };
    QApplication m_application;
};

} // namespace attnscope
